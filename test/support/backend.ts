import type { LogLine } from './command.ts'
import type { HttpRequest, HttpResponse } from './http-client.ts'

/** The service that receives the requests of a test: an app in the process of the test, or a process of its own. */
export interface Backend {
  readonly send: (request: HttpRequest) => Promise<HttpResponse>
  /** The address at which it listens. */
  readonly address: () => Promise<string>
  readonly importDocument: (document: unknown) => Promise<void>
  readonly setStock: (itemId: string, inStock: boolean) => Promise<void>
  readonly revokeKey: (keyId: string) => Promise<void>
  /** Runs SQL as any other program may. */
  readonly runSql: (script: string) => Promise<void>
  /** The lines of its log so far. */
  readonly lines: () => LogLine[]
  /** Ends it. @returns its errors up to the end */
  readonly end: () => Promise<string[]>
}
