import { Environment } from '../../src/config/environment.ts'

/** Formats the page about the environment variables. */
export function formatConfiguration(): string {
  const variables = Object.entries(Environment.properties).map(
    ([name, schema]) =>
      `## \`${name}\`\n\n${schema.description ?? ''}\n\n` +
      `Default: ${schema.default === '' ? 'empty' : `\`${schema.default}\``}. Values: ${String(schema['mustBe']).replace('a whole number from ', '')}.`,
  )
  return `${[CONFIGURATION, ...variables].join('\n\n')}\n`
}

const CONFIGURATION = `# Configuration

The service is configured by environment variables, from whose schema this page is generated. Unless \`NODE_ENV\` is
\`production\`, those that are not set are read from the file \`.env\` in the current folder. An empty value counts as not set. Numbers
are whole numbers. Every invalid value is reported at startup.`

/** Formats the page about metrics. @param scrape the text of /metrics */
export function formatMetrics(scrape: string): string {
  const lines = Array.from(scrape.matchAll(/^# HELP (signage_\w+) (.*)\n# TYPE \w+ (\w+)$/gm))
    .map(([, name = '', help = '', type = '']) => {
      return `- \`${name}\` (${[type, ...labelsOf(name, scrape)].join(', ')}): ${help}`
    })
    .sort()
  return `${METRICS}\n\n${lines.join('\n')}\n`
}

const METRICS = `# Metrics

This page is generated from \`/metrics\`. Set \`METRICS_PORT\` to serve Prometheus metrics on a port of their own. With several
\`WORKERS\`, they are combined. Besides these, there are the default metrics of Node.js (\`process_…\` and \`nodejs_…\`) per process.
See [Monitor and alert](../how-to/monitor-and-alert.md). After the name of a metric are its type and its labels.`

function labelsOf(name: string, scrape: string): string[] {
  const samples = Array.from(scrape.matchAll(new RegExp(`^${name}(?:_count|_sum)?\\{(.*)\\} `, 'gm')))
  const labels = samples.flatMap(([, pairs = '']) =>
    Array.from(pairs.matchAll(/(\w+)="/g), ([, label = '']) => label),
  )
  return [...new Set(labels)].map((label) => `\`${label}\``)
}
