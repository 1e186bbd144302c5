import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { AccessRecord } from '../http/access-record.ts'
import { CommandError } from '../lib/command-error.ts'
import { version } from '../lib/package.ts'
import { atMostEvery } from '../lib/time/at-most-every.ts'

/** Sends a trace of each response. */
export type Tracing = Awaited<ReturnType<typeof startTracing>>

const PACKAGES =
  '@opentelemetry/api @opentelemetry/sdk-trace-node @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources'

/** Failures to reach the collector are logged at most once in this time. */
const LOG_INTERVAL_MS = 60_000
const FIRST_SERVER_ERROR = 500

/**
 * Sends traces by OTLP over HTTP. If the collector is unavailable or silent, traces are lost, but nothing else is affected.
 * @throws {CommandError} if the OpenTelemetry packages are not installed: they are optional
 */
export async function startTracing(url: string, logger: Logger) {
  const { api, OTLPTraceExporter, resourceFromAttributes, sdk } = await load()
  const warn = atMostEvery(LOG_INTERVAL_MS, (reason: string) =>
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
    observe({ method, route, status, requestId, keyId, durationMs, headers = {} }: AccessRecord): void {
      const endTime = Date.now()
      const startTime = endTime - durationMs
      const name = `${method ?? 'HTTP'} ${route ?? ''}`.trimEnd()
      // The names follow OpenTelemetry's semantic conventions for HTTP servers. Undefined values are left out.
      const attributes = {
        'http.response.status_code': status,
        'http.request.method': method ?? undefined,
        'http.route': route ?? undefined,
        'signage.request_id': requestId,
        'signage.key_id': keyId,
      }
      // If the request belongs to a trace of its client, its headers name that trace (W3C Trace Context).
      const parent = api.propagation.extract(api.ROOT_CONTEXT, headers)
      const span = tracer.startSpan(name, { kind: api.SpanKind.SERVER, startTime, attributes }, parent)
      if (status >= FIRST_SERVER_ERROR) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end(endTime)
    },
    /** Sends the remaining traces, for `timeoutMs` at most. It never rejects. */
    async stop(timeoutMs: number): Promise<void> {
      await Promise.race([provider.shutdown().catch(warn), sleep(timeoutMs)])
    },
  }
}

async function load() {
  try {
    const api = await import('@opentelemetry/api')
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
    const { resourceFromAttributes } = await import('@opentelemetry/resources')
    const sdk = await import('@opentelemetry/sdk-trace-node')
    return { api, OTLPTraceExporter, resourceFromAttributes, sdk }
  } catch (error) {
    throw new CommandError(`TRACES_URL needs packages that are not installed: npm install ${PACKAGES}`, {
      cause: error,
    })
  }
}
