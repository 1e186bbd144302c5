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

/** Overwrites most of a database, but for its first pages and its last. */
export function damage(file: string): void {
  const pages = Math.floor(statSync(file).size / PAGE_BYTES)
  const descriptor = openSync(file, 'r+')
  for (let page = 4; page < pages - 1; page++) {
    writeSync(descriptor, Buffer.alloc(PAGE_BYTES, 0xab), 0, PAGE_BYTES, page * PAGE_BYTES)
  }
  closeSync(descriptor)
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
