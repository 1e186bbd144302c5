import pg from 'pg'
import { prepare } from '../../src/storage/postgres/dialect.ts'
import type { RecordedQuery } from './lookups.ts'

/** The query plan that PostgreSQL chooses for a query. */
export interface Plan {
  readonly purpose: string
  readonly text: string
  /** The scans that use no index. */
  readonly scansWithoutIndex: readonly string[]
}

/** PostgreSQL may use a generic plan, which ignores the parameters, from the sixth run of a prepared statement. */
const MODES = ['force_custom_plan', 'force_generic_plan'] as const

/**
 * Returns the plans of queries on PostgreSQL.
 */
export async function explainQueries(url: string, queries: readonly RecordedQuery[]): Promise<Plan[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const plans: Plan[] = []
    for (const query of queries) {
      await client.query(`PREPARE lookup AS ${prepare(query.sql, []).text}`)
      for (const mode of MODES) plans.push(await explain(client, mode, query))
      await client.query('DEALLOCATE lookup')
    }
    return plans
  } finally {
    await client.end()
  }
}

async function explain(
  client: pg.Client,
  mode: string,
  { purpose, parameters = [] }: RecordedQuery,
): Promise<Plan> {
  const values = parameters.map((value) => (value === null ? 'NULL' : client.escapeLiteral(`${value}`)))
  await client.query(`SET plan_cache_mode = ${mode}`)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE lookup (${values})`)
  const lines = rows.map((row) => row['QUERY PLAN'])
  const scansWithoutIndex = lines.filter(
    (line) => / Scan /.test(line) && !/(Index|Bitmap|CTE|WorkTable|Subquery)/.test(line),
  )
  return { purpose, text: lines.join('\n'), scansWithoutIndex }
}
