import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../bench/machine/postgres-server.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { inDatabase, runPostgres } from './postgres-client.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine on which a test file runs. */
    engine: 'sqlite' | 'postgres'
    /** A PostgreSQL database on a server on which tests may create others. */
    postgresUrl: string
    /** The same over a Unix socket, if there is one: this is cheaper. */
    postgresSocketUrl: string
    /** The name of a migrated database without rows, which nobody uses: a copy of it costs less than the migrations. */
    postgresTemplate: string
  }
}

const TEMPLATE = `signage_test_template_${process.pid}`

/** One PostgreSQL server for all test files: that of TEST_DATABASE_URL, or one that is started here. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? undefined : await startPostgres({}, placeOfFiles())
  const url = given ?? server?.url('postgres') ?? ''
  project.provide('postgresUrl', url)
  project.provide('postgresSocketUrl', server?.socketUrl('postgres') ?? url)
  await runPostgres(url, `CREATE DATABASE ${TEMPLATE}`)
  await (await openDatabase(inDatabase(url, TEMPLATE), 'create')).close()
  project.provide('postgresTemplate', TEMPLATE)
  return () => server?.stop() ?? runPostgres(url, `DROP DATABASE ${TEMPLATE}`)
}

/** Linux has a folder whose files are in memory. It may be small, as in containers. */
const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 1024 ** 3

/** In memory, tests create and drop their databases in a third of the time: each has hundreds of files. */
function placeOfFiles(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
