import { defineConfig } from 'vitest/config'

// Node reads this file of certificates at each start, which takes longer than all else. No test uses TLS to another machine.
delete process.env['NODE_EXTRA_CA_CERTS']

/* The folder of a test says on which engines it runs, and whether it also runs against the shipped command. */

const EVERY_ENGINE = ['test/every-engine/*.test.ts', 'test/http/*.test.ts']

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
          include: [...EVERY_ENGINE, 'test/*.test.ts', 'test/sqlite/*.test.ts', 'test/formats/*.test.ts'],
          provide: { engine: 'sqlite', target: 'app' },
        },
      },
      {
        test: {
          ...common,
          name: 'postgres',
          include: [...EVERY_ENGINE, 'test/postgres/*.test.ts'],
          provide: { engine: 'postgres', target: 'app' },
        },
      },
      {
        test: {
          ...common,
          name: 'shipped',
          include: ['test/http/*.test.ts', 'test/shipped/*.test.ts'],
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
