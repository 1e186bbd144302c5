import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { inject } from 'vitest'
import { afterTestFile } from './clean-up.ts'
import { type Run, runOf } from './command.ts'
import { BASE_ENVIRONMENT } from './environment.ts'

/** The command of the package, installed as users install it. */
export const CLI = inject('command')

/** Runs `signage` in a process of its own until it exits. */
export async function signage(
  args: readonly string[],
  {
    environment = {},
    input = '',
    cwd,
    cli = CLI,
    uid,
  }: {
    environment?: Record<string, string>
    input?: string | Readable
    cwd?: string
    cli?: string
    uid?: number | undefined
  } = {},
): Promise<Run> {
  const env = { ...BASE_ENVIRONMENT, ...environment }
  const child = spawn(process.execPath, [cli, ...args], { env, cwd, ...(uid === undefined ? {} : { uid }) })
  child.stdin.on('error', () => {})
  Readable.from(typeof input === 'string' ? [input] : input).pipe(child.stdin)
  return runOf(child)
}

/** Starts a command that runs until it is stopped, such as `signage import --watch`. */
export function startSignage(args: readonly string[], environment: Record<string, string>, cwd?: string) {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { ...BASE_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  afterTestFile(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  const end = async (): Promise<number | null> => (await ended)[0]
  return {
    /** All output so far. */
    output: () => output,
    /** Waits until it ends by itself. @returns the exit code */
    end,
    /** @returns the exit code */
    stop(): Promise<number | null> {
      child.kill('SIGTERM')
      return end()
    },
  }
}

/** Runs a shell script in which `signage` is the command until it exits. */
export async function shell(script: string, environment: Record<string, string> = {}): Promise<Run> {
  const child = spawn('sh', ['-c', `signage() { "$NODE" "$CLI" "$@"; }\n${script}`], {
    env: { ...process.env, NODE: process.execPath, CLI, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return runOf(child)
}

export interface ServerProcess {
  readonly address: string
  readonly child: ChildProcess
  /** All output so far. */
  readonly output: () => string
  /** Sends a signal. @returns the exit code */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts `signage serve` on a free port of this machine, and waits until it listens. */
export function startServer(
  environment: Record<string, string>,
  args: readonly string[] = [],
): Promise<ServerProcess> {
  return start([process.execPath, CLI, 'serve', ...args], environment)
}

/** The same, with limits that a shell sets, such as `ulimit -n 256`. */
export function startLimitedServer(
  limits: string,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  return start(['sh', '-c', `${limits}; exec "$@"`, 'sh', process.execPath, CLI, 'serve'], environment)
}

/** Starts the demo as `npm run demo` does after the build. */
export function startDemo(environment: Record<string, string> = {}): Promise<ServerProcess> {
  return start([process.execPath, CLI, 'demo'], environment)
}

/** A service refuses no request because the machine is busy with other tests. */
const PATIENT = { MAX_EVENT_LOOP_DELAY_MS: '0' }

async function start(
  [command = '', ...args]: readonly string[],
  environment: Record<string, string>,
  cwd?: string,
): Promise<ServerProcess> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', ...PATIENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  afterTestFile(() => child.kill('SIGKILL'))
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk
      const listening = /Server listening at (http:\/\/[\w.:]+)/.exec(output)?.[1]
      if (listening !== undefined) resolve(listening)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('close', () => reject(new Error(`The service did not start: ${output}`)))
  })
  return {
    address,
    child,
    output: () => output,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}
