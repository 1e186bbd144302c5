import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'
import { version } from './version.ts'

/** Tells where the time of requests goes. */
export interface Tracing {
  /** Lets every request that reaches the app from here on be a trace. */
  readonly watch: (app: FastifyInstance) => Promise<void>
  /** Sends what has not been sent yet. */
  readonly stop: () => Promise<void>
}

const PACKAGES =
  '@fastify/otel @opentelemetry/sdk-trace-node @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources'

/**
 * Sends traces by OTLP over HTTP.
 * @param url where a collector takes them, such as `http://localhost:4318/v1/traces`
 * @throws {Refusal} if the packages that this takes are not installed: most have no use for them
 */
export async function startTracing(url: string): Promise<Tracing> {
  const { FastifyOtelInstrumentation, OTLPTraceExporter, resourceFromAttributes, sdk } = await load()
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'signage-service', 'service.version': version }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  })
  provider.register()
  const instrumentation = new FastifyOtelInstrumentation()
  instrumentation.setTracerProvider(provider)
  return {
    watch: async (app) => {
      await app.register(instrumentation.plugin())
    },
    stop: () => provider.shutdown(),
  }
}

async function load() {
  try {
    const [{ FastifyOtelInstrumentation }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
      await Promise.all([
        import('@fastify/otel'),
        import('@opentelemetry/exporter-trace-otlp-http'),
        import('@opentelemetry/resources'),
        import('@opentelemetry/sdk-trace-node'),
      ])
    return { FastifyOtelInstrumentation, OTLPTraceExporter, resourceFromAttributes, sdk }
  } catch (error) {
    throw new Refusal(`TRACES_URL needs packages that are not installed: npm install ${PACKAGES}`, {
      cause: error,
    })
  }
}
