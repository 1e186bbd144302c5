import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../bench/machine/postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine on which a test file runs. */
    engine: 'sqlite' | 'postgres'
    /** A PostgreSQL database on a server on which tests may create others. */
    postgresUrl: string
  }
}

/** One PostgreSQL server for all test files: that of TEST_DATABASE_URL, or one that is started here. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? undefined : await startPostgres()
  project.provide('postgresUrl', given ?? server?.url('postgres') ?? '')
  return async () => server?.stop()
}
