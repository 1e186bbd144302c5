import { defineConfig } from 'vitest/config'

// Node reads this file of certificates at each start, which takes longer than all else. No test uses TLS to another machine.
delete process.env['NODE_EXTRA_CA_CERTS']

/** Tests of the service and its storage that run on both engines. */
const everyEngine = [
  'alert-commands',
  'alert-delivery',
  'alert-hours',
  'alert-month',
  'alert-outbox',
  'alert-processes',
  'alert-receivers',
  'alert-story',
  'alert-truth',
  'answers',
  'cached-answers',
  'calendars',
  'change-log',
  'change-turns',
  'change-writing',
  'changes',
  'cli',
  'commit-kill',
  'database-version',
  'delete-data',
  'device',
  'device-administration',
  'device-list',
  'device-lists',
  'devices',
  'document',
  'fleet',
  'fleet-command',
  'fleet-metrics',
  'fleet-pages',
  'freshness',
  'fuzz',
  'groups',
  'health',
  'import-differences',
  'import-file',
  'incidents',
  'isolation',
  'job-processes',
  'jobs',
  'left-out-fields',
  'version-cache',
  'withdrawn-rights',
  'menu-administration',
  'menus',
  'menus-check',
  'metrics',
  'mutes',
  'outages',
  'outage-processes',
  'properties',
  'revisions',
  'secrets',
  'fast-path',
  'fast-path-property',
  'silence-model',
  'silence-processes',
  'sites',
  'state',
  'stream',
  'stream-watch',
  'text-limits',
  'timing',
  'two-users',
  'upgrade',
]

/** HTTP tests that run against an app in the process of the tests, and against the shipped command. */
const httpTests = [
  'answers',
  'cached-answers',
  'changes',
  'device',
  'devices',
  'groups',
  'health',
  'http',
  'isolation',
  'keys',
  'menus',
  'pages',
  'security-headers',
  'stream',
]

const files = (names: readonly string[]) => names.map((name) => `test/${name}.test.ts`)

/** Files share the processes of their workers and the modules in them, which saves loading these for each file. */
const common = {
  // No test is expected to take long, but the machine may be slow: a test that takes ten seconds takes minutes beside others.
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 120_000 } },
  isolate: false,
  // Tests create many objects that live briefly: with more room for them, collecting them takes a twentieth less time.
  execArgv: ['--max-semi-space-size=64'],
  setupFiles: ['test/support/setup.ts'],
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/postgres-setup.ts', 'test/support/package-setup.ts'],
    // Most tests wait for other processes: one file at a time would leave a core idle.
    maxWorkers: 4,
    reporters: ['default', './test/support/promises-reporter.ts'],
    projects: [
      {
        test: {
          ...common,
          name: 'sqlite',
          include: ['test/*.test.ts', 'test/sqlite/*.test.ts', 'test/formats/*.test.ts'],
          provide: { engine: 'sqlite', target: 'app' },
        },
      },
      {
        test: {
          ...common,
          name: 'postgres',
          include: [...files(everyEngine), 'test/postgres/*.test.ts'],
          provide: { engine: 'postgres', target: 'app' },
        },
      },
      {
        test: {
          ...common,
          name: 'shipped',
          include: [...files(httpTests), 'test/shipped/*.test.ts'],
          setupFiles: [...common.setupFiles, 'test/support/shipped.ts'],
          provide: { engine: 'sqlite', target: 'process' },
        },
      },
      {
        test: {
          ...common,
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          setupFiles: [...common.setupFiles, 'test/support/browser-setup.ts'],
          globalSetup: 'test/support/chromium-setup.ts',
          provide: { engine: 'sqlite', target: 'app' },
        },
      },
    ],
  },
})
