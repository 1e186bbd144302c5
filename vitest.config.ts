import { defineConfig } from 'vitest/config'

/** What is asked of the service and its storage, whatever the engine. */
const everyEngine = [
  'answers',
  'cached-answers',
  'cli',
  'device',
  'devices',
  'document',
  'freshness',
  'fuzz',
  'groups',
  'health',
  'isolation',
  'memory',
  'menus',
  'metrics',
  'properties',
  'revisions',
  'secrets',
  'short-way',
  'state',
  'stream',
  'timing',
  'two-users',
]

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 30_000,
    globalSetup: 'test/support/postgres-setup.ts',
    reporters: ['default', './test/support/promises-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['test/*.test.ts', 'test/sqlite/*.test.ts'],
          provide: { engine: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...everyEngine.map((name) => `test/${name}.test.ts`), 'test/postgres/*.test.ts'],
          provide: { engine: 'postgres' },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          globalSetup: 'test/support/chromium-setup.ts',
          provide: { engine: 'sqlite' },
        },
      },
    ],
  },
})
