import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../bench/machine/free-port.ts'
import { startReceiver } from './support/alerts.ts'
import { signage } from './support/commands.ts'
import { temporaryFolder } from './support/database.ts'
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
  expect(demo.output()).not.toContain('switches them on')
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

test('the demo alerts of the screen that is offline as soon as there is a route', async () => {
  const { url, bodies } = await startReceiver()
  const demo = await startDemo({ WEBHOOK_ALLOW: '127.0.0.1' })
  await expect.poll(demo.output).toContain('Press Ctrl+C to stop.')
  const [, DATABASE_URL = ''] =
    /DATABASE_URL=(\S+) npx signage alerts add https:\/\/ntfy\.sh\/signage-/.exec(demo.output()) ?? []
  const environment = { DATABASE_URL, WEBHOOK_ALLOW: '127.0.0.1' }
  const { code, stderr } = await signage(['alerts', 'add', url, '--as', 'ntfy'], { environment })
  expect(code, stderr).toBe(0)
  await expect
    .poll(() => bodies().map(({ message }) => message))
    .toEqual([
      expect.stringMatching(
        /^Offline: Quayside Window at Quayside, since .+ \(2 other screens there are online\)/,
      ),
    ])
  expect(await demo.stop()).toBe(0)
})

test('npm run demo builds only what is not built, or has changed', () => {
  const folder = temporaryFolder()
  const path = (name: string) => join(folder, name)
  for (const name of ['bin', 'src/menu', 'dist/bundle']) mkdirSync(path(name), { recursive: true })
  writeFileSync(path('bin/npm'), '#!/bin/sh\necho "npm $*"\n', { mode: 0o755 })
  const write = (name: string, minute: number) => {
    writeFileSync(path(name), '')
    for (const changed of [name, 'src/menu', 'src']) utimesSync(path(changed), minute * 60, minute * 60)
  }
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const env = { PATH: `${path('bin')}:${process.env['PATH']}` }
  const run = () => execFileSync('sh', ['-c', scripts.predemo], { cwd: folder, env, encoding: 'utf8' })

  const sources = ['src/menu/tree.ts', 'rolldown.config.js', 'package.json']
  for (const source of sources) write(source, 1)
  expect(run()).toBe('npm run build --silent\n')
  write('dist/bundle/cli.js', 2)
  expect(run()).toBe('')
  for (const source of sources) {
    write(source, 3)
    expect(run(), source).toBe('npm run build --silent\n')
    write(source, 1)
    expect(run()).toBe('')
  }
  rmSync(path('src/menu/tree.ts'))
  expect(run()).toBe('npm run build --silent\n')
})
