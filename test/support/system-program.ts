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
  tryAll(['apt-get', 'update'], ['apt-get', 'install', '--yes', '--no-install-recommends', name])
}

/**
 * Unpacks a package of apt, without installing it.
 * @param folder an empty folder
 * @returns the path of a program of it; undefined where there is no apt or no network
 */
export function findUnpacked(name: string, program: string, folder: string): string | undefined {
  const path = join(folder, program)
  const unpack = [
    'sh',
    '-c',
    'cd "$1" && apt-get download "$0" && dpkg-deb -x *.deb .',
    name,
    folder,
  ] as const
  tryAll(['apt-get', 'update'], unpack)
  // The update fails while another test updates the lists. It fails again where there is no network.
  if (!isExecutable(path)) tryAll(['sleep', '15'], ['apt-get', 'update'], unpack)
  return isExecutable(path) ? path : undefined
}

function tryAll(...commands: readonly (readonly [program: string, ...args: string[]])[]): void {
  try {
    for (const [program, ...args] of commands) execFileSync(program, args, APT)
  } catch {
    // The caller looks for what is there now.
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
