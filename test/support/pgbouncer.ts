import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../bench/machine/free-port.ts'
import { isListening } from '../../bench/machine/server.ts'
import { parseConnectionUrl } from '../../src/storage/postgres/connection-url.ts'
import { afterTestFile } from './clean-up.ts'
import { findProgram, install } from './system-program.ts'

/** A user without any rights: PgBouncer does not run as root. */
const NOBODY = 65_534
const START_TIMEOUT_MS = 60_000
/** It ends with the process of the tests, whose end closes the standard input. */
const RUN = '"$0" "$1" & pid=$!; read -r _; kill -KILL $pid; wait $pid'

/**
 * Starts the PgBouncer of the system in front of the server of a database. It stops when the test file ends.
 * @param settings of PgBouncer, besides its defaults
 */
export async function startPgbouncer(url: string, settings: Readonly<Record<string, string | number>>) {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'signage-pgbouncer-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, configuration(url, { listen_port: port, ...settings }))
  let running = await run(file, port)
  const stop = async () => {
    const exited = once(running, 'exit')
    running.stdin.end()
    await exited
  }
  afterTestFile(async () => {
    await stop()
    rmSync(folder, { recursive: true })
  })
  return {
    url: url.replace(/@[^/]+/, `@127.0.0.1:${port}`),
    /** Cuts all clients off, and is back after a moment. */
    async restart() {
      await stop()
      running = await run(file, port)
    },
  }
}

/** Every client is let in, as the user of the URL. */
function configuration(url: string, settings: Readonly<Record<string, string | number>>): string {
  const { addresses, user, password = '' } = parseConnectionUrl(url)
  const [{ host, port } = { host: '', port: 0 }] = addresses
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`)
  const quoted = `'${password.replaceAll("'", "''")}'`
  return [
    '[databases]',
    `* = host=${host} port=${port} user=${user} password=${quoted}`,
    '[pgbouncer]',
    ...lines,
    '',
  ].join('\n')
}

async function run(file: string, port: number) {
  const options = userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const running = spawn('sh', ['-c', RUN, programPath(), file], options)
  let log = ''
  running.stderr.on('data', (chunk: Buffer) => {
    log += chunk
  })
  const endMs = performance.now() + START_TIMEOUT_MS
  while (!(await isListening(port))) {
    if (performance.now() > endMs) throw new Error(`PgBouncer did not start: ${log}`)
    await sleep(20)
  }
  return running
}

/** If the system has none, apt installs one. */
function programPath(): string {
  if (findProgram(['pgbouncer']) === undefined) install('pgbouncer')
  const path = findProgram(['pgbouncer'])
  if (path === undefined) throw new Error('Install PgBouncer: the service is tested behind a real one.')
  return path
}
