import { readFileSync } from 'node:fs'

// This relative path is the same from this source file and from the bundle.
const ROOT = new URL('../../', import.meta.url)

/** The address of a file or folder of the package, by its path from the root. */
export function inPackage(path: string): URL {
  return new URL(path, ROOT)
}

export const { version } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as { version: string }
