import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { installPackage, pack } from './package.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The command of the package, installed as users install it. */
    command: string
    /** The folder in which the package is installed. Test files that need it in a project of theirs link to it. */
    installation: string
    /** The archive of the package that `npm pack` made. */
    archive: string
  }
}

/** Installs the package once for all test files. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'signage-package-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    // Tests run the command as other users, too.
    chmodSync(folder, 0o755)
    const root = fileURLToPath(new URL('../../', import.meta.url))
    const archive = await pack(root, folder)
    const { command } = await installPackage({ root, folder, archive })
    project.provide('archive', archive)
    project.provide('installation', folder)
    project.provide('command', command)
  } catch (error) {
    remove()
    throw error
  }
  return remove
}
