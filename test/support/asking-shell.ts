import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type OrderedRun, signageInOrder } from './commands.ts'
import { temporaryFolder } from './database.ts'
import { BASE_ENVIRONMENT } from './environment.ts'
import { CLI } from './process.ts'

/**
 * What `npx signage` and `signage` are in the shell. The first command is a process. Each other one is a question to the
 * test, on file descriptor 3. The answer is a script that writes what the command wrote, and has its exit code.
 */
const FUNCTIONS = `
npx() { shift; signage "$@"; }
signage() {
  if [ ! -e "$ASK/started" ]; then : > "$ASK/started"; "$NODE" "$CLI" "$@"; return; fi
  printf '%s\\0' "$@" > "$ASK/arguments"
  env > "$ASK/environment"
  pwd > "$ASK/folder"
  for argument; do if [ "$argument" = - ]; then cat > "$ASK/input"; fi; done
  echo >&3
  read -r answered <&4
  . "$ASK/answer"
}
exec 2>&1
`

/** Runs shell commands as they stand. @returns what a terminal would show */
export type AskingShell = (commands: string) => Promise<{ exitCode: number; output: string }>

/** A shell in which `signage` is the packed command: in a process once, and then in a host of commands, which costs less. */
export function createAskingShell(folder: string): AskingShell {
  const place = temporaryFolder()
  const env = { ...BASE_ENVIRONMENT, HOME: folder, NODE: process.execPath, CLI, ASK: place }
  return async (commands) => {
    const stdio = ['ignore', 'pipe', 'inherit', 'pipe', 'pipe'] as const
    const child = spawn('sh', ['-euc', `${FUNCTIONS}${commands}`], { cwd: folder, env, stdio: [...stdio] })
    const [, stdout, , questions, answers] = child.stdio
    if (stdout === null || !(questions instanceof Socket) || !(answers instanceof Socket))
      throw new Error('The shell has no pipes.')
    questions.on('data', () => answer(place).then(() => answers.write('\n')))
    const [output, [code]] = await Promise.all([text(stdout), once(child, 'close')])
    return { exitCode: code ?? -1, output }
  }
}

/** Runs the command that the shell has asked for. */
async function answer(place: string): Promise<void> {
  const read = (name: string) => readFileSync(join(place, name), 'utf8')
  const input = existsSync(join(place, 'input')) ? read('input') : ''
  rmSync(join(place, 'input'), { force: true })
  const environment = Object.fromEntries(
    Array.from(read('environment').matchAll(/^(\w+)=(.*)$/gm), ([, name = '', value = '']) => [name, value]),
  )
  const args = read('arguments').split('\0').slice(0, -1)
  const run = await signageInOrder(args, { environment, input, cwd: read('folder').trimEnd() })
  writeFileSync(join(place, 'answer'), scriptOf(run))
}

function scriptOf({ code, output }: OrderedRun): string {
  const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`
  const writes = output.map(
    ([stream, written]) => `printf %s ${quoted(written)}${stream === 'stderr' ? ' >&2' : ''}`,
  )
  return [...writes, `return ${code}`, ''].join('\n')
}
