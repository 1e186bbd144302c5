import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { PostgresServer } from '../../bench/machine/postgres-server.ts'
import { importDocument } from '../../src/documents/import.ts'
import type { GroupsEnvelope } from '../../src/menu/schema.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { group, item, KEY, menu, withKey } from './documents.ts'
import { runPostgres } from './postgres-client.ts'

/* A primary and a standby, with one menu that has one item. */

/** The URL of a database on several servers, in this order. */
export function urlOfAll(database: string, ...servers: readonly { readonly port: number }[]): string {
  return database.replace(/127[\d.:,]+/, servers.map(({ port }) => `127.0.0.1:${port}`).join())
}

/** Creates the database on the first server. @returns its URL, with all servers */
export async function createMenuDatabase(...servers: readonly PostgresServer[]): Promise<string> {
  const [primary] = servers
  if (primary === undefined) throw new Error('There is no server.')
  await runPostgres(primary.url('postgres'), 'CREATE DATABASE signage')
  return urlOfAll(primary.url('signage'), ...servers)
}

/** Imports the menu with this price. */
export async function importPrice(url: string, price: number): Promise<void> {
  const database = await openDatabase(url, 'create')
  try {
    await importDocument(database, {
      users: [{ id: 'ops', name: 'Operations' }],
      menus: [menu('m', { groups: [group('g', { items: [item('soup', { price })] })] })],
      apiKeys: [{ key: KEY, name: 'boards', user: 'ops', scopes: ['menu:write'], menus: ['m'] }],
    })
  } finally {
    await database.close()
  }
}

/** Requests the menu, and fails after a minute. @returns the status, and the price if the status is 200 */
export async function getPrice(
  address: string,
  query = '',
): Promise<{ price?: number | null | undefined; status: number }> {
  const signal = AbortSignal.timeout(60_000)
  const response = await fetch(`${address}/v1/groups?${query}`, { headers: withKey, signal })
  const body = (await response.json()) as GroupsEnvelope
  if (response.status !== 200) {
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(Object.keys(body)).toEqual(['message'])
    return { status: response.status }
  }
  return { status: 200, price: body.groups[0]?.items[0]?.price }
}

/** Changes the price over HTTP. @returns the status */
export async function patchPrice(address: string, price: number): Promise<number> {
  const headers = { ...withKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ price })
  const response = await fetch(`${address}/v1/items/item-soup`, { method: 'PATCH', headers, body })
  await response.arrayBuffer()
  return response.status
}

/** Waits until a condition is true. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + 120_000
  while (!(await condition())) {
    if (Date.now() > endMs) throw new Error('It did not come to be so within two minutes.')
    await sleep(20)
  }
}
