import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

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
