import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const SCRIPT = readFileSync(new URL('../dist/browser/board/service-worker.js', import.meta.url), 'utf8')

test('a board that is installed while the service is too busy does not store the error as its page', async () => {
  let installed: Promise<void> | undefined
  const stored: string[] = []
  const addEventListener = (type: string, listen: (event: object) => void) =>
    type === 'install' && listen({ waitUntil: (work: Promise<void>) => (installed = work) })
  const caches = {
    open: async () => ({ put: async (name: string) => stored.push(name), addAll: async () => {} }),
  }
  const location = { href: 'http://screen.example/app/board/service-worker.js', search: '' }
  const self = { addEventListener, location, skipWaiting: async () => {} }
  runInNewContext(SCRIPT, {
    self,
    caches,
    URL,
    URLSearchParams,
    Error,
    fetch: async () => new Response('busy', { status: 503 }),
  })
  await expect(installed).rejects.toThrow('could not be cached: 503')
  expect(stored).toEqual([])
})
