import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { environmentOfCommands } from './support/environment.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

test('a test run with a failing test exits with 1, whatever hooks the global setup installs', async () => {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/fixtures/failing.config.ts']
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, args, { cwd: root }, (error, output, problems) =>
      resolve({ code: error?.code, output: output + problems }),
    )
  })
  expect(output).toContain('1 failed')
  expect(code).toBe(1)
})

test('commands of the tests have their clock and their zone, and no other of their variables', () => {
  const kept = {
    PATH: '/bin',
    HOME: '/root',
    TZ: 'Asia/Kathmandu',
    LD_PRELOAD: '/lib/faketime.so.1',
    FAKETIME: '+5h',
    FAKETIME_SHARED: '/one /two',
  }
  expect(environmentOfCommands({ ...kept, NODE_ENV: 'test', VITEST: 'true', DATABASE_URL: 'x.db' })).toEqual(
    kept,
  )
})
