import { defineConfig } from 'rolldown'

/** Packages that are native, or that most installations never load. They are installed, or asked for, beside the bundle. */
const EXTERNAL =
  /^(better-sqlite3|cli-progress|pino-pretty|@fastify\/swagger(-ui)?|@opentelemetry\/(api|exporter-trace-otlp-http|sdk-trace-node|resources))$/

/** What most commands load: the database, its queries, and what they share. */
const SHARED = /\/src\/(auth|commands|config|device|menu|storage|transfer(?!\/formats))\/|\/src\/[^/]+\.ts$/

export default defineConfig({
  input: ['src/cli.ts', 'src/index.ts'],
  platform: 'node',
  external: EXTERNAL,
  output: {
    dir: 'dist/bundle',
    // Without this, each module that several commands share would be a file, and a command would open dozens at once.
    codeSplitting: { groups: [{ name: 'shared', test: SHARED, minShareCount: 3 }] },
  },
})
