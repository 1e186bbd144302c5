// The same service written as in tutorials: Express, better-sqlite3, and a query wherever data is needed.

import { createHash } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import express, { type NextFunction, type Request, type Response } from 'express'
import type { DeviceRow } from '../../src/device/repository.ts'
import { toDevice } from './device-row.ts'
import { required } from './environment.ts'
import { findGroups, type Group, loadTree, nameGroups } from './express-menus.ts'

interface KeyRow {
  readonly id: string
  readonly user_id: string
  readonly scopes: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

interface MenuRow {
  readonly id: string
  readonly name: string
}

const db = new Sqlite(required('DATABASE'), { readonly: true })
const app = express()

app.get('/devices/:id', authenticate, (request, response) => {
  if (!response.locals['scopes'].includes('device:read')) {
    response.status(403).json({ message: 'Invalid scopes' })
    return
  }
  const id = String(request.params['id']).toLowerCase().replaceAll('-', ':')
  const access = db
    .prepare(
      "SELECT 1 FROM device_access WHERE user_id = ? AND device_id = ? AND level IN ('read', 'update')",
    )
    .get(response.locals['userId'], id)
  const device = db.prepare<[string], DeviceRow>('SELECT * FROM devices WHERE id = ?').get(id)
  if (access === undefined || device === undefined) {
    response.status(404).json({ message: 'Device not found' })
    return
  }
  response.json(toDevice(device, Date.now()))
})

app.get('/v1/groups', authenticate, (request, response) => {
  const menus = readList(request.query['menus']).flatMap((id) => findMenu(response.locals['keyId'], id))
  menus.sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
  const trees = menus.flatMap(({ id }) => loadTree(db, id))
  const tags = readList(request.query['tags'])
  const groups = tags.length === 0 ? trees : findGroups(trees, tags)
  response.json({ metadata: { groups: { total: groups.length } }, groups })
})

app.get('/v1/menus/:menuId/groups/options', authenticate, (request, response) => {
  const [menu] = findMenu(response.locals['keyId'], String(request.params['menuId']))
  if (menu === undefined) {
    response.status(404).json({ message: 'Menu not found' })
    return
  }
  const tree: Group[] = loadTree(db, menu.id)
  response.json(nameGroups(tree).sort((a, b) => compare(a.label, b.label) || compare(a.value, b.value)))
})

app.listen(Number(required('PORT')), required('HOST'))

function authenticate(request: Request, response: Response, next: NextFunction): void {
  const key = request.get('X-API-Key') ?? request.get('Authorization')?.replace(/^Bearer /i, '') ?? ''
  const hash = createHash('sha256').update(key).digest('hex')
  const row = db.prepare<[string], KeyRow>('SELECT * FROM api_keys WHERE hash = ?').get(hash)
  const isExpired = row?.expires_at != null && Date.parse(row.expires_at) <= Date.now()
  if (row === undefined || row.revoked_at !== null || isExpired) {
    response.status(401).json({ message: 'Invalid API key' })
    return
  }
  response.locals = { keyId: row.id, userId: row.user_id, scopes: JSON.parse(row.scopes) }
  next()
}

function findMenu(keyId: string, menuId: string): MenuRow[] {
  return db
    .prepare<[string, string], MenuRow>(
      'SELECT menus.* FROM menus JOIN api_key_menus ON menu_id = menus.id WHERE key_id = ? AND menu_id = ?',
    )
    .all(keyId, menuId)
}

function readList(value: unknown): string[] {
  return typeof value === 'string' ? value.split(',') : []
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
