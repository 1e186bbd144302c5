import type pg from 'pg'
import type { StoredRow } from '../database.ts'
import { isRefusedSetting } from './errors.ts'

/** A setting of no meaning to the server. Where a session has it, the settings that a connection asks for are those of its session. */
const MARK = 'signage.session'
const HAS_MARK = `SELECT current_setting('${MARK}', true) IS NOT NULL AS has_mark`

export type Settings = Readonly<Record<string, string | number>>
export type Sessions = ReturnType<typeof createSessions>

/**
 * The sessions of the connections to a server. A connection asks for settings when it is made. A pooler refuses or ignores that, and may
 * lend each transaction another session: then each transaction brings its settings, and nothing else is left in a session.
 * @param config the driver's options, without settings of the server
 * @param ofTransactions the settings that a transaction needs
 * @param ofSessions the others, which a pooler has to do without
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
    /** What is to be added to the beginning of a transaction. */
    transactionSettings: () => (isPooled ? setLocal : ''),
    /** Finds out whether a new connection has its settings. */
    async inspect(client: pg.ClientBase): Promise<void> {
      if (isPooled) return
      const { rows } = await client.query<StoredRow>(HAS_MARK)
      isPooled = rows[0]?.['has_mark'] !== 1
    },
    /** @param error that ended a new connection. @returns whether one without settings may do better */
    isRefusal(error: unknown): boolean {
      if (isPooled || !isRefusedSetting(error)) return false
      isPooled = true
      return true
    },
  }
}

/** A connection that is in use by one work alone. */
export class Session {
  readonly #client: pg.ClientBase
  readonly #sessions: Sessions

  constructor(client: pg.ClientBase, sessions: Sessions) {
    this.#client = client
    this.#sessions = sessions
  }

  /** Begins a transaction. @param sql begins with BEGIN */
  begin(sql: string): Promise<unknown> {
    return this.#client.query(`${sql}${this.#sessions.transactionSettings()}`)
  }

  /** Behind a pooler, the session may be one that knows no statement of this name, or another one. */
  query(query: pg.QueryConfig) {
    return this.#client.query<StoredRow>(this.#sessions.isPooled() ? withoutName(query) : query)
  }

  commit(): Promise<unknown> {
    return this.#client.query('COMMIT')
  }

  /** Runs a query that reads, besides others that are in flight. */
  async read(query: pg.QueryConfig): Promise<StoredRow[]> {
    if (!this.#sessions.isPooled()) return (await this.query(query)).rows
    const [, { rows }] = await Promise.all([this.begin('BEGIN READ ONLY'), this.query(query), this.commit()])
    return rows
  }
}

function withoutName({ name: _, ...query }: pg.QueryConfig): pg.QueryConfig {
  return query
}
