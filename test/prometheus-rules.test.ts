import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../bench/machine/free-port.ts'
import { newDatabaseUrl, temporaryFolder } from './support/database.ts'
import { readPage } from './support/markdown.ts'
import { signage, startServer } from './support/process.ts'
import { findPromtool } from './support/promtool.ts'

const promtool = findPromtool()
const blocks = Array.from(
  readPage('docs/how-to/monitor-and-alert.md').matchAll(/^```yaml\n([\s\S]*?)^```$/gm),
  ([, block = '']) => block,
)
const scrapeConfig = blocks.find((block) => block.startsWith('scrape_configs:')) ?? ''
const rules = blocks.find((block) => block.startsWith('groups:')) ?? ''

/** What a service reports every 30 s while all is well, in promtool's notation: 'a+bxn' grows by b, n times. */
const WELL = {
  'up{job="signage"}': '1x60',
  'signage_devices{state="online"}': '90x60',
  'signage_devices{state="offline"}': '10x60',
  'signage_devices{state="asleep"}': '50x60',
  'signage_requests_total{route="/v1/groups",status="200",method="GET"}': '0+600x60',
  'signage_requests_total{route="/v1/groups",status="503",method="GET"}': '0x60',
  signage_last_heartbeat_timestamp_seconds: '0+30x60',
  'signage_job_last_success_timestamp_seconds{job="incidents"}': '0+30x60',
  'signage_job_runs_total{job="alert-planning",result="failed"}': '0x60',
  'signage_job_last_success_timestamp_seconds{job="alert-planning"}': '0+30x60',
  signage_alert_longest_wait_seconds: '0x60',
  'signage_alert_routes{state="off"}': '0x60',
  signage_connections_dropped_total: '0x60',
  signage_sqlite_wal_bytes: '4194304x60',
}

type Series = Partial<Record<keyof typeof WELL, string>>

/** For each rule, what is then not well. An empty text: the series is not there. */
const TROUBLES: Readonly<Record<string, Series>> = {
  SignageDown: { 'up{job="signage"}': '0x60' },
  SignageErrors: { 'signage_requests_total{route="/v1/groups",status="503",method="GET"}': '0+30x60' },
  SignageMissing: {
    'signage_devices{state="online"}': '',
    'signage_devices{state="offline"}': '',
    'signage_devices{state="asleep"}': '',
  },
  SignageNoHeartbeats: { signage_last_heartbeat_timestamp_seconds: '0x60' },
  SignageManyDevicesOffline: { 'signage_devices{state="offline"}': '90x60' },
  SignageIncidentsNotLookedFor: { 'signage_job_last_success_timestamp_seconds{job="incidents"}': '0x60' },
  SignageJobsFail: { 'signage_job_runs_total{job="alert-planning",result="failed"}': '0+1x60' },
  SignageJobOverdue: { 'signage_job_last_success_timestamp_seconds{job="alert-planning"}': '0x60' },
  SignageAlertsNotSent: { 'signage_alert_routes{state="off"}': '1x60' },
  SignageConnectionsDropped: { signage_connections_dropped_total: '0+1x60' },
  SignageLogGrows: { signage_sqlite_wal_bytes: '104857600x60' },
}

/** Asks promtool which rules fire after 20 minutes of these series. It exits with 1 if others than those expected do. */
function firing(series: Series, expected: string | undefined) {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'rules.yml'), rules)
  const file = join(folder, 'tests.yml')
  const names = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name = '']) => name)
  const inputs = Object.entries({ ...WELL, ...series }).filter(([, values]) => values !== '')
  const tests = {
    rule_files: ['rules.yml'],
    tests: [
      {
        interval: '30s',
        input_series: inputs.map(([name, values]) => ({ series: name, values })),
        promql_expr_test: names.map((name) => ({
          expr: `count(ALERTS{alertname="${name}",alertstate="firing"})`,
          eval_time: '20m',
          exp_samples: name === expected ? [{ labels: '{}', value: 1 }] : [],
        })),
      },
    ],
  }
  // promtool reads YAML, of which JSON is a part.
  writeFileSync(file, JSON.stringify(tests))
  return promtool(['test', 'rules', file])
}

test('Prometheus loads the scrape configuration and the rules of the guide', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'prometheus.yml'), `${scrapeConfig}rule_files: [rules.yml]\n`)
  writeFileSync(join(folder, 'rules.yml'), rules)
  const { exitCode, output } = promtool(['check', 'config', join(folder, 'prometheus.yml')])
  expect(output).toContain(`${Object.keys(TROUBLES).length} rules found`)
  expect(exitCode, output).toBe(0)
})

test('no rule of the guide fires while all is well', () => {
  const { exitCode, output } = firing({}, undefined)
  expect(exitCode, output).toBe(0)
})

test.for(Object.entries(TROUBLES))(
  'of the rules of the guide, only %s fires when it should',
  ([name, series]) => {
    const { exitCode, output } = firing(series, name)
    expect(exitCode, output).toBe(0)
  },
)

/** The intervals of all jobs, as the code has them: `5 * SECOND_MS`. */
const INTERVALS = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => [
    ...readFileSync(join('src', name), 'utf8').matchAll(/^ +intervalMs: (?!number)(.+),$/gm),
  ])
  .map(([, interval = '']) => interval)

test('no job is overdue by the rules of the guide before it has had time for three runs', () => {
  const [, limit] = /alert: SignageJobOverdue\n.*> (\d+)$/m.exec(rules) ?? []
  expect(INTERVALS).toContain('5 * SECOND_MS')
  for (const interval of INTERVALS) {
    const [, factor = '1', unit] = /^(?:(\d+) \* )?(SECOND|MINUTE)_MS$/.exec(interval) ?? []
    const seconds = Number(factor) * (unit === 'SECOND' ? 1 : unit === 'MINUTE' ? 60 : Number.NaN)
    expect(3 * seconds, interval).toBeLessThan(Number(limit))
  }
})

test('the metrics of the service have the names and types that Prometheus recommends', async () => {
  const METRICS_PORT = String(await freePort())
  const DATABASE_URL = await newDatabaseUrl()
  await signage(['migrate'], { environment: { DATABASE_URL } })
  await startServer({ DATABASE_URL, METRICS_PORT, CHANGES: 'on' })
  const scrape = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)
  const { output } = promtool(['check', 'metrics'], await scrape.text())
  // Those of Node.js are named by the library that collects them.
  expect(output.split('\n').filter((line) => !line.startsWith('nodejs_'))).toEqual([''])
})
