import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE_BYTES = 4096

const NOBODY = 65_534

/**
 * A user to whom file permissions apply. For root they do not, so root uses another user, who must be able to read the
 * command. Undefined if there is no such user.
 */
export const unprivileged = findUnprivileged()

function findUnprivileged(): { readonly uid: number | undefined } | undefined {
  if (process.getuid?.() !== 0) return { uid: undefined }
  const script = `fs.readFileSync(${JSON.stringify(join(ROOT, 'dist/bundle/cli.js'))})`
  const { status } = spawnSync(process.execPath, ['-e', script], { uid: NOBODY, stdio: 'ignore' })
  return status === 0 ? { uid: NOBODY } : undefined
}

/** Overwrites pages of a database: by default all except the first ones and the last. */
export function damage(file: string, { first = 4, last = countPages(file) - 2 } = {}): void {
  const descriptor = openSync(file, 'r+')
  for (let page = first; page <= last; page++) {
    writeSync(descriptor, Buffer.alloc(PAGE_BYTES, 0xab), 0, PAGE_BYTES, page * PAGE_BYTES)
  }
  closeSync(descriptor)
}

function countPages(file: string): number {
  return Math.floor(statSync(file).size / PAGE_BYTES)
}

/** Installs the service in a folder. @param putNative writes the native part of the driver @returns the command */
export function installWithDriver(folder: string, putNative: (folder: string) => void): string {
  const modules = join(folder, 'node_modules')
  mkdirSync(modules, { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== 'better-sqlite3') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  for (const name of ['package.json', 'lib']) {
    cpSync(join(ROOT, 'node_modules/better-sqlite3', name), join(modules, 'better-sqlite3', name), {
      recursive: true,
    })
  }
  for (const name of ['package.json', 'migrations', 'dist']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  const native = join(modules, 'better-sqlite3/build/Release')
  mkdirSync(native, { recursive: true })
  putNative(native)
  return join(folder, 'dist/bundle/cli.js')
}

/** Mounts a disk of this size at a folder. @returns whether that succeeded: not even every root user may do it */
export function mountSmallDisk(place: string, size: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', place], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
