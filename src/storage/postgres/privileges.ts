import type { Database } from '../database.ts'
import { READ_ONLY } from './errors.ts'

interface Missing {
  readonly user: string
  readonly schema: string
  readonly privilege: string
  readonly name: string
}

// Only migrations write `schema_migrations`. Names are quoted where necessary.
const MISSING = `
SELECT quote_ident(current_user) AS user, quote_ident(current_schema()) AS schema, privilege, quote_ident(relname) AS name
FROM pg_class CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) WITH ORDINALITY AS p (privilege, place)
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND relname <> 'schema_migrations'
  AND NOT has_table_privilege(pg_class.oid, privilege)
ORDER BY place, name`

/** A sentence with the privileges that the user of the database lacks to change rows; undefined if none is missing. */
export async function missingPrivileges(database: Database): Promise<string | undefined> {
  const missing = await database.all<Missing>({ sql: MISSING })
  const [first] = missing
  if (first === undefined) return undefined
  const privileges = new Set(missing.map(({ privilege }) => privilege))
  const tables = new Set(missing.map(({ name }) => `${first.schema}.${name}`))
  const grant = `GRANT ${[...privileges].join(', ')} ON ${[...tables].join(', ')} TO ${first.user}`
  return `CHANGES is on, but the user ${first.user} of the database lacks privileges to change it, so changes fail: run ${grant};`
}

/** Why nothing in a database can be changed, as a sentence; undefined if it can be. */
export async function writeFault(database: Database): Promise<string | undefined> {
  const row = await database.get<{ transaction_read_only: string }>({ sql: 'SHOW transaction_read_only' })
  return row?.transaction_read_only === 'on' ? `Changes fail. ${READ_ONLY}` : missingPrivileges(database)
}
