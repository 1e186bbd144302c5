import pg from 'pg'
import type { AskedQuery } from './look-ups.ts'

/** The way in which PostgreSQL would run a query. */
export interface Plan {
  readonly purpose: string
  readonly text: string
  /** The scans that use no index. */
  readonly wholeScans: readonly string[]
}

/**
 * With known parameters, as for the first runs, and without, which PostgreSQL may choose after a connection
 * has run a query five times.
 */
const MODES = ['force_custom_plan', 'force_generic_plan'] as const

/**
 * Returns how PostgreSQL would run queries.
 * @param translate converts the service's SQL to the dialect of PostgreSQL
 */
export async function explainQueries(
  url: string,
  translate: (sql: string) => string,
  queries: readonly AskedQuery[],
): Promise<Plan[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const plans: Plan[] = []
    for (const query of queries) {
      await client.query(`PREPARE look_up AS ${translate(query.sql)}`)
      for (const mode of MODES) plans.push(await explain(client, mode, query))
      await client.query('DEALLOCATE look_up')
    }
    return plans
  } finally {
    await client.end()
  }
}

async function explain(client: pg.Client, mode: string, { purpose, parameters }: AskedQuery): Promise<Plan> {
  const values = parameters.map((value) => (value === null ? 'NULL' : client.escapeLiteral(`${value}`)))
  await client.query(`SET plan_cache_mode = ${mode}`)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE look_up (${values})`)
  const lines = rows.map((row) => row['QUERY PLAN'])
  const wholeScans = lines.filter((line) => / Scan /.test(line) && !/(Index|Bitmap|CTE|Subquery)/.test(line))
  return { purpose, text: lines.join('\n'), wholeScans }
}
