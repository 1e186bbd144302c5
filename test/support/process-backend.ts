import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import type { Backend } from './backend.ts'
import { type CommandOptions, type LogLine, startServing } from './command.ts'
import { signage } from './commands.ts'
import { runSql, temporaryFolder } from './database.ts'
import { type HttpRequest, type HttpResponse, sendOver } from './http-client.ts'
import { type Settings, toEnvironment } from './settings.ts'

/** The number of times a request is repeated if it is rejected because the machine is busy with other tests. */
const MAX_RETRIES = 20

/** Log lines of this level or above report an internal error. */
const ERROR_LEVEL = 50

/**
 * Starts the command as users install it, with its defaults, in an empty folder. Tests change its data and settings
 * only by commands and environment variables.
 */
export async function startProcessBackend(document: unknown, settings: Settings): Promise<Backend> {
  const place = temporaryFolder()
  const file = join(place, 'signage.db')
  const folder = join(place, 'empty')
  mkdirSync(folder)
  const environment = { DATABASE_URL: file, ...toEnvironment(settings) }
  const options: CommandOptions = { command: inject('command'), folder, environment }

  async function run(...args: string[]): Promise<void> {
    const { code, stderr } = await signage(args, {
      cwd: folder,
      environment: { HOME: folder, ...environment },
    })
    if (code !== 0) throw new Error(`signage ${args.join(' ')}: ${stderr}`)
  }
  async function importDocument(next: unknown): Promise<void> {
    const path = join(place, 'document.json')
    // An import refuses a file without any section.
    writeFileSync(path, JSON.stringify(Object.assign({ users: [] }, next)))
    await run('import', path)
  }

  await importDocument(document)
  const server = await startServing(options)
  const agent = new Agent({ keepAlive: true })
  const isOverloaded = () => server.lines().some(({ msg }) => msg.startsWith('overloaded'))
  async function send(request: HttpRequest, retries = 0): Promise<HttpResponse> {
    const response = await sendOver(agent, server.address, request)
    if (response.statusCode !== 503 || retries === MAX_RETRIES) return response
    await sleep(Number(response.headers['retry-after']) * 1000)
    // By now the log contains the reason.
    return isOverloaded() ? send(request, retries + 1) : response
  }
  return {
    send,
    address: async () => server.address,
    importDocument,
    setStock: (itemId, inStock) => run('menus', 'stock', itemId, inStock ? 'in' : 'out'),
    revokeKey: (id) => run('keys', 'revoke', id),
    runSql: (script) => runSql(file, script),
    lines: server.lines,
    async end() {
      if (!server.isRunning())
        return [`The process exited unexpectedly: ${server.stderr()}${lastOf(server.lines())}`]
      const code = await server.stop('SIGTERM')
      agent.destroy()
      return [
        ...(code === 0 ? [] : [`The process exited with ${code} on SIGTERM.`]),
        ...(server.stderr() === '' ? [] : [`The process wrote to stderr: ${server.stderr()}`]),
        ...server
          .lines()
          .filter(({ level }) => level >= ERROR_LEVEL)
          .map((line) => JSON.stringify(line)),
      ]
    },
  }
}

function lastOf(lines: readonly LogLine[]): string {
  return lines
    .slice(-3)
    .map((line) => JSON.stringify(line))
    .join('\n')
}
