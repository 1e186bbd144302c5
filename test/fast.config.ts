import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/*
 * `npm run test:fast`: the tests that run in the process of the test on SQLite, and neither wait nor take long. They
 * need no PostgreSQL and no browser. `npm test` runs them too.
 */

const FOLDERS = ['test', 'test/every-engine', 'test/http', 'test/formats', 'test/sqlite']
const STARTS_PROCESSES =
  /support\/(alert-services|guide|process|command|commands|package|writer|reader|broken-files)\.ts|node:child_process/
const SLOW = [
  'every-engine/alert-month',
  'import-file-syntax',
  'http/isolation',
  'limits',
  'overload',
  'http/stream',
  'every-engine/stream-watch',
  'every-engine/timing',
].map((name) => `test/${name}.test.ts`)

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`),
)

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: files.filter(
      (file) => !SLOW.includes(file) && !STARTS_PROCESSES.test(readFileSync(file, 'utf8')),
    ),
    provide: { engine: 'sqlite', target: 'app' },
    isolate: false,
    setupFiles: ['test/support/setup.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
  },
})
