import { type ChildProcess, fork } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { afterTestFile } from './clean-up.ts'
import type { Run } from './command.ts'
import { BASE_ENVIRONMENT } from './environment.ts'
import { CLI, signage as signageProcess } from './process.ts'

const HOST = fileURLToPath(new URL('./command-host.mjs', import.meta.url))
const idle = new Map<number | undefined, ChildProcess[]>()

export interface Given {
  readonly environment?: Record<string, string>
  readonly input?: string
  readonly cwd?: string
  /** The user to run as, if the tests run as root. */
  readonly uid?: number | undefined
}

/** What a command returns that did its work, or that refused it. @param stderr what it said */
export const succeeded = (stderr = ''): Run => ({ code: 0, stdout: '', stderr })
export const refused = (stderr: string): Run => ({ code: 1, stdout: '', stderr })

/** The exit code of a command, and what it wrote in its order. */
export interface OrderedRun {
  readonly code: number
  readonly output: readonly (readonly [stream: 'stdout' | 'stderr', text: string])[]
}

/**
 * Runs `signage` as `signage` of `process.ts` does, but in a process that has loaded it before: starting one takes ten
 * times as long as most commands. For tests of what a command does with data. Tests of what only a process of its own
 * has (signals, terminals, pipes, full disks, memory, a hanging exit) need the other one.
 */
export async function signage(args: readonly string[], given: Given = {}): Promise<Run> {
  const { code, output } = await signageInOrder(args, given)
  const writtenTo = (stream: string) =>
    output
      .filter(([name]) => name === stream)
      .map(([, text]) => text)
      .join('')
  return { code, stdout: writtenTo('stdout'), stderr: writtenTo('stderr') }
}

/** The same, for tests of what a terminal shows. */
export async function signageInOrder(
  args: readonly string[],
  { environment = {}, input = '', cwd = process.cwd(), uid }: Given = {},
): Promise<OrderedRun> {
  const hosts = idle.get(uid) ?? []
  idle.set(uid, hosts)
  const host = hosts.pop() ?? startHost(uid)
  const run = await new Promise<OrderedRun>((resolve, reject) => {
    host.removeAllListeners().once('message', resolve)
    host.once('exit', () => reject(new Error(`The process ended during signage ${args.join(' ')}.`)))
    host.send({ args, environment: { ...BASE_ENVIRONMENT, ...environment }, input, cwd })
  })
  hosts.push(host)
  return run
}

/** A host of commands ends with the process of the tests, which closes the channel to it. */
function startHost(uid: number | undefined): ChildProcess {
  return fork(HOST, [realpathSync(CLI)], {
    env: BASE_ENVIRONMENT,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    ...(uid === undefined ? {} : { uid }),
  })
}

const started = new Set<string>()

/**
 * Starts a process when a test file runs a command for the first time, and runs the command in a host from then on.
 * For tests of every command: each has worked, and ended, as a process, and the variants of it cost little.
 */
export async function signageByCommand(args: readonly string[], given: Given = {}): Promise<Run> {
  if (started.size === 0) afterTestFile(() => started.clear())
  const command = commandIn(args)
  if (started.has(command)) return signage(args, given)
  started.add(command)
  return signageProcess(args, given)
}

/** The words of a command, without the files and ids that follow them. */
function commandIn(args: readonly string[]): string {
  const end = args.findIndex((word) => !/^[a-z]+$/.test(word))
  return args.slice(0, Math.min(2, end === -1 ? 2 : end)).join(' ')
}

/** The same on SQLite. Whether a command works as a process does not depend on the engine: a host suffices on PostgreSQL. */
export const signageByEngine: typeof signage = inject('engine') === 'sqlite' ? signageByCommand : signage
