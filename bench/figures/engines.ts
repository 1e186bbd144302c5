import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { serviceCommand } from '../compared-servers.ts'
import { type Server, startServer } from '../machine/server.ts'
import type { Setting } from './figure.ts'

/** A storage engine that the service is measured on. */
export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL'
  /**
   * Creates an empty database.
   * @returns its URL
   */
  readonly createDatabase: (name: string) => Promise<string>
  readonly dropDatabase: (name: string) => Promise<void>
  /** Starts the service on a database. */
  readonly start: (url: string, environment?: Readonly<Record<string, string>>) => Promise<Server>
}

export async function enginesOf(setting: Setting): Promise<readonly Engine[]> {
  return [sqliteEngine(setting), await postgresEngine(setting)]
}

export function sqliteEngine({ pinning, files }: Setting): Engine {
  const pathOf = (name: string) => join(files.folder, `${name}.db`)
  return {
    name: 'SQLite',
    createDatabase: async (name) => pathOf(name),
    async dropDatabase(name) {
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${pathOf(name)}${suffix}`, { force: true })
    },
    start: (url, environment) => startServer(pinning, serviceCommand(url, environment)),
  }
}

export async function postgresEngine({ pinning, postgres }: Setting): Promise<Engine> {
  const { createDatabase, dropDatabase, cpuUs } = await postgres.get()
  return {
    name: 'PostgreSQL',
    createDatabase,
    dropDatabase,
    async start(url, environment) {
      const command = { ...serviceCommand(url, environment), name: 'signage-service on PostgreSQL' }
      return { ...(await startServer(pinning, command)), databaseCpuUs: cpuUs }
    },
  }
}

/** Returns the table that the figures of an engine belong to. */
export function sectionOf({ name }: Engine): { readonly section?: 'postgres' } {
  return name === 'PostgreSQL' ? { section: 'postgres' } : {}
}
