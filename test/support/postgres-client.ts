import pg from 'pg'

/** The URL of another database on the same server. */
export function inDatabase(url: string, name: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}

/** Runs SQL as any other program may. */
export async function runPostgres(url: string, script: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(script)
  } finally {
    await client.end()
  }
}
