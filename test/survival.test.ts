import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../bench/machine/free-port.ts'
import { importDocument } from '../src/documents/import.ts'
import { openDatabase } from '../src/storage/open.ts'
import { temporaryFolder } from './support/database.ts'
import { menu, menusDocument, withKey } from './support/documents.ts'
import { CLI, type ServerProcess, startServer } from './support/process.ts'

/* Failures around a process. None of them may end the process, or keep it from responding. */

const folder = temporaryFolder()
const DATABASE_URL = await newDatabase('signage.db')
const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

async function newDatabase(name: string): Promise<string> {
  const url = join(folder, name)
  const database = await openDatabase(url, 'create')
  await importDocument(database, menusDocument(menu('m')))
  await database.close()
  return url
}

/** Starts a command that serves, and waits until it responds. The options say where its log goes. */
async function start(command: string, args: readonly string[], options: SpawnOptions = {}) {
  const PORT = String(await freePort())
  const env = { ...process.env, DATABASE_URL, HOST: '127.0.0.1', PORT, ...options.env }
  const child = spawn(command, args, { ...options, env })
  children.add(child)
  const ended = once(child, 'close')
  const url = `http://127.0.0.1:${PORT}`
  await expect.poll(() => getStatus(`${url}/livez`)).toBe(200)
  return {
    child,
    url,
    stop: async () => {
      child.kill('SIGTERM')
      const [code] = await ended
      return code
    },
  }
}

/** @returns the status, or undefined if there is no response */
function getStatus(url: string, agent?: Agent): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { headers: withKey, ...(agent ? { agent } : {}) }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    request.on('error', () => resolve(undefined))
  })
}

async function getRepeatedly(url: string, count: number): Promise<Set<number | undefined>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const statuses = new Set<number | undefined>()
  for (let n = 0; n < count; n++) statuses.add(await getStatus(`${url}/v1/menus`, agent))
  agent.destroy()
  return statuses
}

describe('the log', () => {
  test('a log that is not read blocks neither responses nor shutdown', async () => {
    const { child, url, stop } = await start(process.execPath, [CLI, 'serve'], { stdio: 'pipe' })
    expect(await getRepeatedly(url, 800)).toEqual(new Set([200]))
    const ended = stop()
    // Waits for `exit` only, because `close` needs the pipes to be read.
    await once(child, 'exit')
    child.stdout?.resume()
    child.stderr?.resume()
    expect(await ended).toBe(0)
  })

  test('a log on a full disk blocks neither responses nor shutdown', async () => {
    const full = openSync('/dev/full', 'w')
    const { url, stop } = await start(process.execPath, [CLI, 'serve'], {
      stdio: ['ignore', full, 'inherit'],
    })
    closeSync(full)
    expect(await getRepeatedly(url, 500)).toEqual(new Set([200]))
    expect(await stop()).toBe(0)
  })

  test('a log into a closed pipe blocks neither responses nor shutdown', async () => {
    const { child, url, stop } = await start(process.execPath, [CLI, 'serve'], { stdio: 'pipe' })
    child.stdout?.destroy()
    child.stderr?.resume()
    expect(await getRepeatedly(url, 500)).toEqual(new Set([200]))
    expect(await stop()).toBe(0)
  })
})

test.each(['1', '2'])('closing the terminal ends the process, with %s workers', async (WORKERS) => {
  // `script` gives the command a terminal of its own, which closes when `script` ends.
  const command = `exec '${process.execPath}' '${CLI}' serve`
  const { child } = await start('script', ['-qfec', command, '/dev/null'], {
    stdio: 'pipe',
    env: { WORKERS },
  })
  const pids = descendants(Number(child.pid))
  expect(pids.length).toBeGreaterThanOrEqual(Number(WORKERS))
  child.kill('SIGKILL')
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})

function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
  return children.flatMap((child) => [child, ...descendants(child)])
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`)
}

test('more connections than file descriptors do not end the process, which serves again once they are closed', async () => {
  const command = `ulimit -n 64 && exec '${process.execPath}' '${CLI}' serve`
  const { url, stop, child } = await start('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const output of [child.stdout, child.stderr]) output?.resume()
  const { port } = new URL(url)
  const sockets = Array.from({ length: 200 }, () => connect(Number(port), '127.0.0.1').on('error', () => {}))
  // Longer than the interval at which the event loop delay is checked.
  await sleep(1500)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => getStatus(`${url}/v1/menus`)).toBe(200)
  expect(await stop()).toBe(0)
})

async function scrape(port: string) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  return { status: response.status, text: await response.text() }
}

describe('metrics', () => {
  test('metrics are served while the database is unavailable, except for the count of devices', async () => {
    const METRICS_PORT = String(await freePort())
    const file = await newDatabase('moved.db')
    const server = await startServer({ DATABASE_URL: file, METRICS_PORT })
    renameSync(file, `${file}.away`)
    await expect.poll(() => getStatus(`${server.address}/v1/menus`)).toBe(503)
    for (let n = 0; n < 2; n++) {
      const { status, text } = await scrape(METRICS_PORT)
      expect(status).toBe(200)
      expect(text).toMatch(/^signage_requests_total\{route="\/v1\/menus",status="503",method="GET"\} \d+$/m)
      expect(text).not.toMatch(/^signage_devices\{/m)
    }
    expect(await server.stop()).toBe(0)
  })
})

describe('the log of requests', () => {
  let METRICS_PORT: string
  let server: ServerProcess
  let requests = 0
  beforeAll(async () => {
    METRICS_PORT = String(await freePort())
    server = await startServer({ DATABASE_URL, METRICS_PORT })
  })
  const lines = () => server.output().match(/"msg":"request"/g)?.length ?? 0

  test('has one line for a request whose client disconnects in the middle of it', async () => {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    socket.write('POST /v1/menus HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx')
    await once(socket, 'data')
    socket.resetAndDestroy()
    requests += 1
    await expect.poll(lines).toBe(requests)
  })

  test('metrics count the same requests that the log does: invalid URLs, malformed HTTP, CONNECT, and unknown expectations', async () => {
    for (const request of [
      'GET /devices/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'hello\r\n\r\n',
      'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n',
    ]) {
      const socket = connect(Number(new URL(server.address).port), '127.0.0.1', () => socket.write(request))
      socket.on('error', () => {}).resume()
      await once(socket, 'close')
    }
    const { text } = await scrape(METRICS_PORT)
    const total = (labels: string) =>
      new RegExp(`^signage_requests_total\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1]
    expect(total('route="none",status="400",method="GET"')).toBe('1')
    expect(total('route="none",status="400",method="none"')).toBe('1')
    expect(total('route="none",status="405",method="CONNECT"')).toBe('1')
    expect(total('route="none",status="417",method="GET"')).toBe('1')
    requests += 4
    await expect.poll(lines).toBe(requests)
  })

  // It stops the server, so that the number of all lines is final.
  test('contains the last lines, including those of requests that ended just before shutdown', async () => {
    expect(await getRepeatedly(server.address, 200)).toEqual(new Set([200]))
    expect(await server.stop()).toBe(0)
    expect(lines()).toBe(requests + 200)
  })
})
