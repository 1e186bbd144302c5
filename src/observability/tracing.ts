import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { atIntervals } from '../at-intervals.ts'
import { CommandError } from '../command-error.ts'
import { version } from '../config/version.ts'
import type { AccessObserver, AccessRecord } from '../http/access-record.ts'

/** Sends a trace of each response. */
export interface Tracing {
  readonly observe: AccessObserver
  /** Sends the remaining traces, for `timeoutMs` at most. It never rejects. */
  readonly stop: (timeoutMs: number) => Promise<void>
}

const PACKAGES =
  '@opentelemetry/api @opentelemetry/sdk-trace-node @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources'

/** Failures to reach the collector are logged at most once in this time. */
const LOG_INTERVAL_MS = 60_000
const FIRST_SERVER_ERROR = 500

/**
 * Sends traces by OTLP over HTTP. If the collector is unavailable or silent, traces are lost, but nothing
 * else is affected.
 * @param url the endpoint of a collector for traces, such as `http://localhost:4318/v1/traces`
 * @throws {CommandError} if the OpenTelemetry packages are not installed: they are optional
 */
export async function startTracing(url: string, logger: Logger): Promise<Tracing> {
  const { api, OTLPTraceExporter, resourceFromAttributes, sdk } = await load()
  const warn = atIntervals(LOG_INTERVAL_MS, (reason: string) =>
    logger.warn({ reason }, 'traces could not be sent: start the collector of TRACES_URL, or correct it'),
  )
  const ignore = () => {}
  api.diag.setLogger({ error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore })
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'signage-service', 'service.version': version }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  })
  provider.register()
  const tracer = provider.getTracer('signage-service', version)

  return {
    observe(record) {
      const endTime = Date.now()
      // If the request belongs to a trace of its client, its headers name that trace (W3C Trace Context).
      const parent = api.propagation.extract(api.ROOT_CONTEXT, record.headers ?? {})
      const span = tracer.startSpan(
        `${record.method ?? 'HTTP'} ${record.route ?? ''}`.trimEnd(),
        {
          kind: api.SpanKind.SERVER,
          startTime: endTime - record.durationMs,
          attributes: attributesOf(record),
        },
        parent,
      )
      if (record.status >= FIRST_SERVER_ERROR) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end(endTime)
    },
    async stop(timeoutMs) {
      await Promise.race([provider.shutdown().catch(warn), sleep(timeoutMs)])
    },
  }
}

/** The names follow OpenTelemetry's semantic conventions for HTTP servers. */
function attributesOf({ method, route, status, requestId, keyId }: AccessRecord) {
  return {
    'http.response.status_code': status,
    ...(method === null ? {} : { 'http.request.method': method }),
    ...(route === null ? {} : { 'http.route': route }),
    ...(requestId === undefined ? {} : { 'signage.request_id': requestId }),
    ...(keyId === undefined ? {} : { 'signage.key_id': keyId }),
  }
}

async function load() {
  try {
    const [api, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-node'),
    ])
    return { api, OTLPTraceExporter, resourceFromAttributes, sdk }
  } catch (error) {
    throw new CommandError(`TRACES_URL needs packages that are not installed: npm install ${PACKAGES}`, {
      cause: error,
    })
  }
}
