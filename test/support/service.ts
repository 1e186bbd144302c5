import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, expect } from 'vitest'
import { buildApp, type Parts } from '../../src/app.ts'
import { importDocument } from '../../src/document/read.ts'
import { DEFAULT_LIMITS, type Limits } from '../../src/operations/limits.ts'
import type { Database } from '../../src/storage/database.ts'
import { openMemory } from './database.ts'
import { checkAnswer } from './openapi.ts'

/** The moment at which a test's service believes to be. */
export const NOW = Date.UTC(2026, 0, 15, 12, 0, 0)

/** That the machine is busy with other tests is no reason to turn a request away. */
export const PATIENT: Limits = { ...DEFAULT_LIMITS, maxEventLoopDelayMs: 0 }

export interface Service {
  readonly app: FastifyInstance
  readonly database: Database
  /** Sends a GET, checks the answer against the OpenAPI description, and returns it. */
  readonly get: (url: string, headers?: Record<string, string>) => ReturnType<typeof request>
  readonly send: (options: InjectOptions) => ReturnType<typeof request>
  /** Imports another document. */
  readonly put: (document: unknown) => Promise<unknown>
}

/** A service in this process with a document in memory; closed when the test file ends. */
export async function startService(document: unknown, parts: Partial<Parts> = {}): Promise<Service> {
  const clock = parts.clock ?? (() => NOW)
  const database = parts.database ?? (await openMemory())
  await importDocument(database, structuredClone(document), { clock })
  const app = await buildApp({ database, clock, limits: PATIENT, ...parts })
  await app.ready()
  afterAll(async () => {
    await app.close()
    await database.close()
  })
  return {
    app,
    database,
    get: (url, headers = {}) => request(app, { method: 'GET', url, headers }),
    send: (options) => request(app, options),
    put: (next) => importDocument(database, structuredClone(next), { clock }),
  }
}

/** Sends a request, and checks the answer against the OpenAPI description. */
export async function request(app: FastifyInstance, options: InjectOptions) {
  const answer = await app.inject(options)
  await checkAnswer(app, options, answer)
  expect(answer.statusCode, 'a client never causes a 5xx').toBeLessThan(500)
  return answer
}
