import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterTestFile } from './clean-up.ts'

const SCRIPT = fileURLToPath(new URL('./writer.mjs', import.meta.url))

type Change =
  | readonly ['import', document: object]
  | readonly ['stock', itemId: string, inStock: boolean]
  | readonly ['revoke', keyId: string]

/** A process that writes to a database, one change at a time. */
export interface Writer {
  /** Makes a change, and returns once it is committed. */
  readonly write: (...change: Change) => Promise<void>
  /** @returns the exit code */
  readonly stop: () => Promise<number | null>
}

export function startWriter(databaseUrl: string): Writer {
  const child = spawn(process.execPath, [SCRIPT, databaseUrl], { stdio: ['pipe', 'pipe', 'inherit'] })
  afterTestFile(() => child.kill('SIGKILL'))
  child.stdin.on('error', () => {})
  const ended = once(child, 'close')
  const commits = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async write(...change) {
      child.stdin.write(`${JSON.stringify(change)}\n`)
      const { done } = await commits.next()
      if (done) throw new Error(`The writer process exited during ${JSON.stringify(change).slice(0, 80)}.`)
    },
    async stop() {
      child.stdin.end()
      const [code] = await ended
      return code
    },
  }
}
