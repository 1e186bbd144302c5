import { readFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'

/**
 * Describes the machine and the software of a run, as pairs of a label and a text.
 * @param postgres the version of PostgreSQL, if it was used
 */
export function describeMachine(
  generator: string,
  postgres: string | undefined,
): readonly (readonly [label: string, text: string])[] {
  return [
    ['Processor', cpus()[0]?.model.trim() ?? 'unknown'],
    ['Cores', `${cpus().length}`],
    ['Memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ['System', `${distribution()}${type()} ${release()}`],
    ['Node', process.versions.node],
    ...['fastify', 'better-sqlite3', 'pg', 'express'].map((name) => [name, versionOf(name)] as const),
    ...(postgres === undefined ? [] : [['PostgreSQL', postgres] as const]),
    ['Load generator', generator],
    ['Date', new Date().toISOString().slice(0, 10)],
  ]
}

/** Returns the version of an installed package. Some packages do not export their package.json. */
export function versionOf(name: string): string {
  const file = new URL(`../../../../node_modules/${name}/package.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).version
}

function distribution(): string {
  try {
    const name = /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
    return name === undefined ? '' : `${name}, `
  } catch {
    return ''
  }
}
