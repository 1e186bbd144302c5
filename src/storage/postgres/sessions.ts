import type pg from 'pg'
import type { StoredRow } from '../database.ts'
import { isRefusedSetting } from './errors.ts'

/** A setting that marks a session. If a session lacks it, a pooler has dropped the settings of the connection. */
const MARK = 'signage.session'
const HAS_MARK = `SELECT current_setting('${MARK}', true) IS NOT NULL AS has_mark`

export type Settings = Readonly<Record<string, string | number>>
export type Sessions = ReturnType<typeof createSessions>

/**
 * The sessions of a server. A connection sends its settings when it is made. A pooler refuses or ignores them, and may use
 * another session for each transaction: then each transaction sets them, and nothing else is kept in a session.
 * @param config the driver's options, without settings of the server
 * @param ofTransactions the settings that a transaction needs
 * @param ofSessions the other settings, which are not used with a pooler
 */
export function createSessions(
  config: pg.ClientConfig,
  ofTransactions: Settings = {},
  ofSessions: Settings = {},
) {
  const settings = Object.entries({ ...ofSessions, ...ofTransactions, [MARK]: 'own' })
  const options = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ')
  const own = { ...config, options }
  const setLocal = Object.entries(ofTransactions)
    .map(([name, value]) => `; SET LOCAL ${name} = ${value}`)
    .join('')
  let isPooled = false

  return {
    isPooled: () => isPooled,
    /** The driver's options for a new connection. */
    config: (): pg.ClientConfig => (isPooled ? config : own),
    /** Statements for the beginning of a transaction. */
    transactionSettings: () => (isPooled ? setLocal : ''),
    /** Checks whether a new connection has its settings. */
    async inspect(client: pg.ClientBase): Promise<void> {
      if (isPooled) return
      const { rows } = await client.query<StoredRow>(HAS_MARK)
      isPooled = rows[0]?.['has_mark'] !== 1
    },
    /** @param error that ended a new connection. The next one has no settings if a pooler refused them. */
    noteFailure(error: unknown): void {
      isPooled ||= isRefusedSetting(error)
    },
  }
}

export type Session = ReturnType<typeof createSession>

/** A connection that one work item uses exclusively. */
export function createSession(client: pg.ClientBase, sessions: Sessions) {
  /** Begins a transaction. @param sql begins with BEGIN */
  const begin = (sql: string) => client.query(`${sql}${sessions.transactionSettings()}`)
  /** Behind a pooler, the name may be unknown in the session, or be that of another statement. */
  const query = (config: pg.QueryConfig) =>
    client.query<StoredRow>(sessions.isPooled() ? withoutName(config) : config)
  const commit = () => client.query('COMMIT')

  return {
    begin,
    query,
    commit,
    /** Runs a query that reads, concurrently with others. */
    async read(config: pg.QueryConfig): Promise<StoredRow[]> {
      if (!sessions.isPooled()) return (await query(config)).rows
      const [, { rows }] = await Promise.all([begin('BEGIN READ ONLY'), query(config), commit()])
      return rows
    },
  }
}

function withoutName({ name: _, ...query }: pg.QueryConfig): pg.QueryConfig {
  return query
}
