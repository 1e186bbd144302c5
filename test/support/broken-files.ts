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
 * Who has to keep to the rights of a file, as root need not: as root somebody else, who must be able to read the
 * command. Undefined where there is none.
 */
export const powerless = findPowerless()

function findPowerless(): { readonly uid: number | undefined } | undefined {
  if (process.getuid?.() !== 0) return { uid: undefined }
  const script = `fs.readFileSync(${JSON.stringify(join(ROOT, 'dist/bundle/cli.js'))})`
  const { status } = spawnSync(process.execPath, ['-e', script], { uid: NOBODY, stdio: 'ignore' })
  return status === 0 ? { uid: NOBODY } : undefined
}

/** Overwrites pages of a database: by default most of them, but for the first ones and the last. */
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

/** Installs the service in a folder, with what is given in place of the native half of its driver. @returns its command */
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

/** Mounts a disk of a size over a folder. @returns whether it could be done: it takes root, and not every root may */
export function mountSmallDisk(place: string, size: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', place], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
