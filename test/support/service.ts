import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { hashKey, keyIdOfHash } from '../../src/auth/credential.ts'
import { DEFAULT_LIMITS, type ServerLimits } from '../../src/http/server/limits.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { type AppSettings, startAppBackend } from './app-backend.ts'
import type { Backend } from './backend.ts'
import { afterTestFile } from './clean-up.ts'
import type { LogLine } from './command.ts'
import type { HttpRequest, HttpResponse } from './http-client.ts'
import { createLedger } from './ledger.ts'
import { createResponseCheck, type ResponseCheck } from './openapi.ts'
import { startProcessBackend } from './process-backend.ts'
import { receiveRaw } from './raw.ts'
import type { Settings } from './settings.ts'
import { type Listener, listen } from './stream.ts'
import { isProcessTarget, NOW } from './target.ts'

export { NOW } from './target.ts'

/** Limits that reject no request because the machine is busy with other tests. */
export const PATIENT: ServerLimits = { ...DEFAULT_LIMITS, maxEventLoopDelayMs: 0 }

/** The service that HTTP tests send requests to, with the changes that they can make while it runs. */
export interface Service {
  /** Sends a GET, checks the response against the OpenAPI description, and returns it. */
  readonly get: (url: string, headers?: Record<string, string>) => Promise<HttpResponse>
  /** The same for any request. */
  readonly send: (request: HttpRequest) => Promise<HttpResponse>
  /** Sends a request that may cause a 5xx, and checks nothing. */
  readonly sendToFail: (request: HttpRequest) => Promise<HttpResponse>
  /** Sends bytes on a new connection. @returns all that is received until it is closed */
  readonly sendBytes: (bytes: string, isEnough?: (received: string) => boolean) => Promise<string>
  /** Opens a stream of changes. */
  readonly listen: (url: string, headers?: Record<string, string>) => Promise<Listener>
  /** The address at which it listens. Requests sent there by other means are not checked in the log. */
  readonly address: () => Promise<string>
  /** Imports another document. */
  readonly put: (document: unknown) => Promise<void>
  readonly setStock: (itemId: string, inStock: boolean) => Promise<void>
  readonly revoke: (key: string) => Promise<void>
  /** Runs SQL as any other program may. */
  readonly runSql: (script: string) => Promise<void>
  /** The lines of its log, one for each request. */
  readonly requestLines: () => LogLine[]
}

const endings: (() => Promise<string[]>)[] = []

async function endServices(): Promise<void> {
  const errors = await Promise.all(endings.splice(0).map((end) => end()))
  expect(errors.flat(), 'errors of the services of this file').toEqual([])
}

/**
 * Starts a service with an import file: an app in this process, or in the project `shipped` a process of the command.
 * When the test file ends, the service is stopped, and its log must have a line for each response that a test received.
 */
export async function startService(document: unknown, settings: Settings = {}): Promise<Service> {
  if (isProcessTarget) return toService(await startProcessBackend(document, settings))
  return startApp(document, settings)
}

/**
 * Starts a service with settings that only an app in the process of its test can have. Tests that need them are listed
 * in `only-in-process.ts`.
 */
export async function startInProcess(document: unknown, settings: AppSettings = {}): Promise<Service> {
  if (isProcessTarget)
    throw new Error('A test that calls startInProcess must be listed in test/support/only-in-process.ts.')
  return startApp(document, settings)
}

async function startApp(document: unknown, settings: AppSettings): Promise<Service> {
  const clock = settings.clock ?? (settings.hasRealClock ? systemClock : () => NOW)
  return toService(await startAppBackend(document, { ...settings, clock }))
}

function toService(backend: Backend): Service {
  const ledger = createLedger()
  if (endings.length === 0) afterTestFile(endServices)
  endings.push(async () => [...(await backend.end()), ...ledger.errorsIn(backend.lines())])

  async function sendToFail(request: HttpRequest): Promise<HttpResponse> {
    const response = await backend.send(request)
    const { method = 'GET', url } = request
    // A request that is injected into an app has no connection, and no line in the log.
    if (isProcessTarget)
      ledger.record({
        method,
        url,
        status: response.statusCode,
        requestId: String(response.headers['x-request-id']),
      })
    return response
  }
  const check = createResponseCheck(sendToFail)
  const send = (request: HttpRequest) => sendChecked(sendToFail, check, request)
  return {
    get: (url, headers = {}) => send({ url, headers }),
    send,
    sendToFail,
    async sendBytes(bytes, isEnough) {
      const { text, responses } = await receiveRaw(await backend.address(), bytes, isEnough)
      for (const response of responses) ledger.record({ method: '', url: '', ...response })
      return text
    },
    async listen(url, headers) {
      const stream = await listen(`${await backend.address()}${url}`, headers)
      const { status, headers: received } = stream.response
      ledger.record({ method: 'GET', url, status, requestId: String(received.get('x-request-id')) })
      return stream
    },
    address: backend.address,
    put: backend.importDocument,
    setStock: backend.setStock,
    revoke: (key) => backend.revokeKey(keyIdOfHash(hashKey(key))),
    runSql: backend.runSql,
    requestLines: () => backend.lines().filter(({ msg }) => msg === 'request'),
  }
}

async function sendChecked(
  send: (request: HttpRequest) => Promise<HttpResponse>,
  check: ResponseCheck,
  request: HttpRequest,
): Promise<HttpResponse> {
  const response = await send(request)
  await check(request, response)
  // Not for each response: an `expect` takes longer than some of them.
  if (response.statusCode >= 500)
    expect.fail(`${request.url}: ${response.statusCode}, but a client never causes a 5xx`)
  return response
}

const checks = new WeakMap<FastifyInstance, ResponseCheck>()

/** Sends a request to an app, and checks the response against the OpenAPI description. */
export async function request(app: FastifyInstance, sent: HttpRequest): Promise<HttpResponse> {
  const send = ({ method = 'GET', ...others }: HttpRequest) => app.inject({ method, ...others })
  const check = checks.get(app) ?? createResponseCheck(send)
  checks.set(app, check)
  return sendChecked(send, check, sent)
}
