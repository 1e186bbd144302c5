import type { LogLine } from './command.ts'
import type { Answer, Sent } from './http-client.ts'

/** What answers the requests of a test: an app in its process, or a process of its own. */
export interface Backend {
  readonly ask: (sent: Sent) => Promise<Answer>
  /** Where it listens. */
  readonly address: () => Promise<string>
  readonly importDocument: (document: unknown) => Promise<void>
  readonly setStock: (itemId: string, inStock: boolean) => Promise<void>
  readonly revokeKey: (keyId: string) => Promise<void>
  /** Runs SQL as any other program might. */
  readonly runSql: (script: string) => Promise<void>
  /** What it has logged so far. */
  readonly lines: () => LogLine[]
  /** Ends it. @returns what it did wrong by its end */
  readonly end: () => Promise<string[]>
}
