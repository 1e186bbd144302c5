import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Migration } from './mutants.ts'
import type { Engine } from './options.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** The names of files and folders that the tests do not need. */
const EXCLUDED = new Set(['.git', '.env', 'node_modules', 'out', 'artefacts'])

/** A copy of the project in a temporary folder. */
export interface ProjectCopy {
  readonly root: string
  readonly migrations: (engine: Engine) => Migration[]
  readonly write: (migration: Migration) => void
  readonly remove: () => void
}

export function copyProject(): ProjectCopy {
  const root = mkdtempSync(join(tmpdir(), 'signage-mutation-'))
  for (const name of readdirSync(ROOT).filter((name) => !EXCLUDED.has(name))) {
    const filter = (path: string) => !EXCLUDED.has(basename(path))
    cpSync(join(ROOT, name), join(root, name), { recursive: true, filter })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  return {
    root,
    migrations(engine) {
      const names = readdirSync(join(root, 'migrations', engine)).filter((name) => name.endsWith('.sql'))
      const files = names.sort().map((name) => join('migrations', engine, name))
      return files.map((file) => ({ file, sql: readFileSync(join(root, file), 'utf8') }))
    },
    write: ({ file, sql }) => writeFileSync(join(root, file), sql),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
