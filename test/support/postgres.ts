import pg from 'pg'
import { afterAll, inject } from 'vitest'

let databases = 0
const created: string[] = []
afterAll(async () => {
  for (const name of created) await runOnServer(`DROP DATABASE ${name} WITH (FORCE)`)
})

/** Creates an empty database on the server of the tests; it is gone when the test file ends. @returns its URL */
export async function createPostgresDatabase(): Promise<string> {
  const name = `signage_test_${process.pid}_${++databases}`
  await runOnServer(`CREATE DATABASE ${name}`)
  created.push(name)
  return inject('postgresUrl').replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}

/** Runs SQL as any other program might. */
export async function runPostgres(url: string, script: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(script)
  } finally {
    await client.end()
  }
}

function runOnServer(script: string): Promise<void> {
  return runPostgres(inject('postgresUrl'), script)
}
