import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../bench/machine/free-port.ts'
import { CLI, startDemo } from './support/process.ts'

test('the demo keeps running if its output is closed, as in "npm run demo | head -1"', async () => {
  const port = await freePort()
  const child = spawn(process.execPath, [CLI, 'demo'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  const ended = Promise.all([text(child.stderr), once(child, 'close')])
  const status = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/livez`).catch(() => undefined)
    return response?.status
  }
  await expect.poll(status).toBe(200)
  child.kill('SIGTERM')
  const [stderr, [code]] = await ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test('the demo keeps running if another program locks the database for longer than the demo waits', async () => {
  const shorterIntervals = `
    const { setInterval: every } = globalThis
    globalThis.setInterval = (work, ms, ...rest) => every(work, ms === 30_000 ? 500 : ms, ...rest)`
  const demo = await startDemo({
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(shorterIntervals)}`,
  })
  await expect.poll(demo.output).toContain('Press Ctrl+C to stop.')
  const [, DATABASE_URL = ''] = /DATABASE_URL=(\S+) /.exec(demo.output()) ?? []
  const lockDatabase = `
    const database = new (require('better-sqlite3'))(process.env.DATABASE_URL)
    database.exec('BEGIN IMMEDIATE')
    setInterval(() => {}, 60_000)`
  const holder = spawn(process.execPath, ['-e', lockDatabase], { env: { ...process.env, DATABASE_URL } })
  onTestFinished(() => void holder.kill('SIGKILL'))
  const message =
    'No heartbeats were recorded for the demo devices: The database cannot be used: database is locked. Retrying.'
  await expect.poll(demo.output).toContain(message)
  const response = await fetch(`${demo.address}/livez`)
  expect(response.status).toBe(200)
  holder.kill('SIGKILL')
  await once(holder, 'close')
  expect(await demo.stop()).toBe(0)
})
