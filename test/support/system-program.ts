import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const APT = { stdio: 'ignore', timeout: 120_000 } as const
/** Debian keeps servers where the PATH of a user may not lead. */
const SERVERS = '/usr/sbin'

/** @returns the path of the first of these programs that the system has */
export function findProgram(names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), SERVERS]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** Installs a package by apt. Does nothing where there is no apt, no network or no right to install. */
export function install(name: string): void {
  try {
    execFileSync('apt-get', ['update'], APT)
    execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', name], APT)
  } catch {
    // The caller looks for what is installed.
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
