import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { freePort } from '../bench/machine/free-port.ts'
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

test('a menu that is imported as the demo says is on its pages', async () => {
  const { address, output } = await startDemo()
  const url = () => /DATABASE_URL=(\S+) npx signage import menu.xlsx --menu-name Lunch/.exec(output())?.[1]
  await expect.poll(url).toBeDefined()
  const environment = { DATABASE_URL: String(url()) }
  const input = 'Group,Item,Price\nSoups,Tomato soup,6.50\n'
  await signage(['import', '-', '--menu-name', 'Lunch'], { environment, input })
  const response = await fetch(`${address}/v1/menus`, { headers: { 'x-api-key': 'demo-operations-key' } })
  expect(await response.text()).toContain('"name":"Lunch"')
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
