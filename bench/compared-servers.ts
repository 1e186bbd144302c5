import { fileURLToPath } from 'node:url'
import type { Pinning } from './machine/pinning.ts'
import { type Server, type ServerCommand, startServer } from './machine/server.ts'

/** The compared servers: node:http, Fastify, Express, this service, and this service without its fast path. */
export const LETTERS = ['a', 'b', 'c', 'd', 'e'] as const
export type Letter = (typeof LETTERS)[number]

/** A server of the comparison. */
export interface ComparedServer {
  readonly letter: Letter
  readonly server: Server
  /** False for Express: it sends its own headers, which tutorials leave as they are. */
  readonly sendsSameHeaders: boolean
}

/** The files that the servers read, in a folder that is removed after the run. */
export interface Files {
  readonly folder: string
  readonly database: string
  readonly responses: string
}

const script = (name: string) => fileURLToPath(new URL(`servers/${name}.js`, import.meta.url))
const CLI = fileURLToPath(new URL('../../../dist/bundle/cli.js', import.meta.url))

/** Returns the command that starts this service as in production, except for the log level. */
export function serviceCommand(
  database: string,
  environment: Readonly<Record<string, string>> = {},
): ServerCommand {
  return {
    name: 'signage-service',
    args: [CLI, 'serve'],
    environment: { DATABASE_URL: database, LOG_LEVEL: 'warn', ...environment },
  }
}

/** Returns the command that starts the limit of the platform. The responses must be recorded before. */
export function bareCommand({ responses }: Pick<Files, 'responses'>): ServerCommand {
  return { name: 'node:http', args: [script('bare-http')], environment: { RESPONSES: responses } }
}

/** Returns a subcommand of the built service. */
export function commandLine(args: readonly string[], environment: Readonly<Record<string, string>>) {
  return { args: [CLI, ...args], environment }
}

/** A limit that no load reaches. The service counts requests per key then, so all of them take the full path. */
const WITHOUT_FAST_PATH = { REQUESTS_PER_MINUTE: '1000000000' }

/**
 * Starts all servers of the comparison.
 * @param service the variables of this service
 */
export async function startComparedServers(
  pinning: Pinning,
  files: Files,
  service: Readonly<Record<string, string>> = {},
): Promise<ComparedServer[]> {
  const environment = { RESPONSES: files.responses, DATABASE: files.database }
  const baseline = (name: string, file: string) => ({ name, args: [script(file)], environment })
  const commands: Readonly<Record<Letter, ServerCommand>> = {
    a: bareCommand(files),
    b: baseline('Fastify', 'bare-fastify'),
    c: baseline('Express', 'express'),
    d: serviceCommand(files.database, service),
    e: serviceCommand(files.database, { ...service, ...WITHOUT_FAST_PATH }),
  }
  const servers: ComparedServer[] = []
  for (const letter of LETTERS) {
    const server = await startServer(pinning, commands[letter])
    servers.push({ letter, server, sendsSameHeaders: letter !== 'c' })
  }
  return servers
}
