import { type ChildProcessWithoutNullStreams as Child, type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../bench/machine/free-port.ts'
import { BASE_ENVIRONMENT } from './environment.ts'

export interface CommandOptions {
  /** The file that is run, such as `node_modules/.bin/signage`. */
  readonly command: string
  /** The working directory, and the home of the user. */
  readonly folder: string
  /** Variables in addition to those that every command of the tests has. */
  readonly environment?: Readonly<Record<string, string>>
}

export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A line of the log. */
export interface LogLine {
  readonly level: number
  readonly msg: string
  readonly requestId?: string
  readonly method?: string | null
  readonly route?: string | null
  readonly status?: number
  /** How many connections were closed. */
  readonly connections?: number
}

/** `signage serve` in a process of its own. */
export interface ServingCommand {
  readonly address: string
  readonly child: Child
  readonly isRunning: () => boolean
  readonly stderr: () => string
  /** The lines of its log so far. */
  readonly lines: () => LogLine[]
  /** Sends a signal and waits for the exit. @returns the exit code */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

const running = new Set<Child>()
process.once('exit', killRunning)

/** Kills the processes that still run. None may outlive the tests, whose process may be killed before its exit. */
export function killRunning(): void {
  for (const child of running) child.kill('SIGKILL')
}

const START_TIMEOUT_MS = 120_000
const LEVELS_THAT_LOG_THE_ADDRESS = [undefined, '', 'info', 'debug', 'trace']

/** What a process has written, and its exit code, once it ends. */
export async function runOf(child: ChildProcess & Record<'stdout' | 'stderr', Readable>): Promise<Run> {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, stdout, stderr }
}

/** Runs the command until it exits. */
export async function runCommand(options: CommandOptions, args: readonly string[], input = ''): Promise<Run> {
  const child = spawnCommand(options, args)
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return runOf(child)
}

/** Starts `signage serve` on a free port of this machine, and waits until it listens. */
export async function startServing(
  options: CommandOptions,
  args: readonly string[] = [],
): Promise<ServingCommand> {
  const { environment = {} } = options
  const isSilent = !LEVELS_THAT_LOG_THE_ADDRESS.includes(environment['LOG_LEVEL'])
  const port = isSilent ? await freePort() : 0
  const child = spawnCommand(
    { ...options, environment: { HOST: '127.0.0.1', PORT: `${port}`, ...environment } },
    ['serve', ...args],
  )
  const ended = once(child, 'close')
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk
  })
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const address = await untilListening()
  return {
    address,
    child,
    isRunning,
    stderr: () => stderr,
    lines: () => parseLines(stdout),
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }

  async function untilListening(): Promise<string> {
    const deadlineMs = Date.now() + START_TIMEOUT_MS
    for (;;) {
      const logged = /Server listening at (http:\/\/[^"\s]+)/.exec(stdout)?.[1]
      if (logged !== undefined) return logged
      if (isSilent && (await isLive(`http://127.0.0.1:${port}/livez`))) return `http://127.0.0.1:${port}`
      if (!isRunning() || Date.now() > deadlineMs) {
        child.kill('SIGKILL')
        throw new Error(`The service did not start: ${stdout}${stderr}`)
      }
      await sleep(5)
    }
  }
}

function spawnCommand({ command, folder, environment }: CommandOptions, args: readonly string[]): Child {
  // The command starts with "#!/usr/bin/env node", which must find the Node that runs the tests.
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...BASE_ENVIRONMENT, PATH, HOME: folder, ...environment },
  })
  running.add(child)
  return child.once('close', () => running.delete(child))
}

/** Leaves out the last line, which may be incomplete. */
function parseLines(output: string): LogLine[] {
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

async function isLive(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
