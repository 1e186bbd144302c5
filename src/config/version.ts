import { readFileSync } from 'node:fs'

// This relative path is correct both from this source file and from the bundle.
const PACKAGE = new URL('../../package.json', import.meta.url)

export const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
