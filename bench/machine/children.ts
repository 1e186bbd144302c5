import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

const children = new Set<ChildProcess>()

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1))
}

/** Starts a process, which is killed when this process exits. */
export function start([command = '', ...args]: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, options)
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/**
 * Kills a process and waits until it has exited.
 * @throws {Error} if it has ended by itself: what was measured without it does not count
 */
export async function kill(child: ChildProcess): Promise<void> {
  if (!children.has(child)) throw new Error(`${child.spawnargs.join(' ')} ended before it was stopped.`)
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/**
 * Runs a command and waits until it exits.
 * @returns its standard output
 * @throws {Error} if its exit code is not 0
 */
export async function run(command: readonly string[], options: SpawnOptions = {}): Promise<string> {
  const child = start(command, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  const output: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command.join(' ')} exited with code ${code}.`)
  return Buffer.concat(output).toString()
}
