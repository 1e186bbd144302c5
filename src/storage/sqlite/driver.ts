import { createRequire } from 'node:module'
import type Sqlite from 'better-sqlite3'

const require = createRequire(import.meta.url)

/**
 * Loads the driver on demand: many commands open no database. With `import` it would take twice as long, because Node
 * reads a CommonJS module a second time for the names of its exports.
 */
export function driver(): typeof Sqlite {
  return require('better-sqlite3')
}
