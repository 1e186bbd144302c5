import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
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

/** Tests use the packed command and the scripts of the pages. A build older than the code would be tested in silence. */
function requireBuild(root: string): void {
  const built = statSync(join(root, 'dist/bundle/cli.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const newer = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true }).find(
    (entry) => entry.isFile() && statSync(join(entry.parentPath, entry.name)).mtimeMs > built,
  )
  if (newer !== undefined) throw new Error(`Run "npm run build" first: ${newer.name} was changed since.`)
}

/** Installs the package once for all test files. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'signage-package-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    // Tests run the command as other users, too.
    chmodSync(folder, 0o755)
    const root = fileURLToPath(new URL('../../', import.meta.url))
    requireBuild(root)
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
