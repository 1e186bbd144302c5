import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from '../../bench/machine/free-port.ts'
import { temporaryFolder } from './database.ts'
import { findProgram, findUnpacked } from './system-program.ts'

/** It ends with the process of the tests, whose end closes the standard input. */
const RUN = '"$0" "$@" & pid=$!; read -r _; kill -TERM $pid; wait $pid'
const STARTING_MS = 30_000

/**
 * Starts the nginx of the system. If there is none, it is taken out of a package of apt: to install it would start another
 * one. It stops when the test ends.
 * @param block a part of the block `http` that listens on port 443
 * @returns its port, and what it says about the configuration
 */
export async function startNginx(block: string) {
  const program = findProgram(['nginx']) ?? findUnpacked('nginx', 'usr/sbin/nginx', temporaryFolder())
  if (program === undefined)
    throw new Error('Install nginx: the block of the guide is tested with a real one.')
  const folder = mkdtempSync(join(tmpdir(), 'signage-nginx-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, block.replace('listen 443', `listen 127.0.0.1:${port}`)))
  const args = ['-c', file, '-p', folder]
  const { stderr } = spawnSync(program, [...args, '-t'], { encoding: 'utf8' })
  const child = spawn('sh', ['-c', RUN, program, ...args], { stdio: ['pipe', 'ignore', 'ignore'] })
  onTestFinished(async () => {
    child.stdin.end()
    if (child.exitCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true })
  })
  await untilListening(port)
  return { port, checked: stderr }
}

function configuration(folder: string, block: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  mkdirSync(join(folder, 'temp'), { mode: 0o755 })
  const temp = kinds.map((kind) => `${kind}_temp_path ${folder}/temp/${kind};`).join('\n')
  return `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log off;\n${temp}\n${block}\n}\n`
}

async function untilListening(port: number): Promise<void> {
  const endMs = performance.now() + STARTING_MS
  while (performance.now() < endMs) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    await sleep(50)
  }
  throw new Error('nginx does not listen.')
}
