import { execFile } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The part of a package-lock.json or package.json that lists the dependencies of a package. */
interface Needs {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

interface Lock {
  readonly packages: Readonly<Record<string, Needs>>
}

export interface InstalledPackage {
  /** The folder in which the package is installed. It contains only `node_modules`. */
  readonly folder: string
  /** The file that `npx signage` runs. */
  readonly command: string
}

export interface InstallOptions {
  /** The repository, after a build. */
  readonly root: string
  /** An empty folder. */
  readonly folder: string
  /** The archive that `pack` made of the repository. If missing, it is packed again. */
  readonly archive?: string
}

/**
 * Installs the package as users do, but without a network: the archive that `npm pack` makes of the repository, with only
 * its production dependencies, which are linked from the repository. A dependency that is not declared is therefore
 * missing.
 */
export async function installPackage({ root, folder, archive }: InstallOptions): Promise<InstalledPackage> {
  const modules = join(folder, 'node_modules')
  const target = join(modules, 'signage-service')
  await unpack(archive ?? (await pack(root, folder)), target)
  const needs: Needs = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))
  const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const path of neededPackages(lock, requiredBy(needs))) {
    linkFolder(join(root, path), join(folder, path))
  }
  return { folder, command: linkCommand(modules) }
}

/** Packs without running the scripts of the package, which would build it again. @returns the path of the archive */
export async function pack(root: string, folder: string): Promise<string> {
  const { stdout } = await execute(
    'npm',
    ['pack', '--ignore-scripts', '--json', '--pack-destination', folder],
    {
      cwd: root,
    },
  )
  const [{ filename }] = JSON.parse(stdout)
  return join(folder, filename)
}

async function unpack(archive: string, target: string): Promise<void> {
  mkdirSync(target, { recursive: true })
  await execute('tar', ['-xzf', archive, '-C', target, '--strip-components=1'])
}

function requiredBy({ dependencies, peerDependencies, peerDependenciesMeta }: Needs): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys(dependencies ?? {}), ...peers]
}

/** The paths of all direct and indirect dependencies of these packages. */
function neededPackages({ packages }: Lock, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const add = (name: string, from: string, isOptional: boolean) => {
    const path = resolvePackage(packages, name, from)
    if (path === undefined && isOptional) return
    if (path === undefined) throw new Error(`${from || 'The package'} needs ${name}, which is not locked.`)
    if (found.has(path)) return
    found.add(path)
    const needs = packages[path] ?? {}
    for (const other of requiredBy(needs)) add(other, path, false)
    for (const other of Object.keys(needs.optionalDependencies ?? {})) add(other, path, true)
  }
  for (const name of names) add(name, '', false)
  return found
}

/** Finds a package as Node does: in the nearest node_modules, from the inside out. */
function resolvePackage(packages: Lock['packages'], name: string, from: string): string | undefined {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (path in packages) return path
  if (from === '') return undefined
  return resolvePackage(packages, name, from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)))
}

/**
 * Makes a project that has the package, without installing it again. Node and compilers resolve links, so they find the
 * same dependencies as in the folder in which it is installed.
 */
export function linkInstallation(installation: string, folder: string): void {
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(installation, 'node_modules')))
    symlinkSync(join(installation, 'node_modules', name), join(folder, 'node_modules', name))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
}

/** Links the files of a package, but not the packages inside it. */
export function linkFolder(from: string, to: string): void {
  // An optional dependency may be for another platform.
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target)
    else linkFile(source, target)
  }
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch {
    // Temporary files may be on another file system.
    copyFileSync(source, target)
  }
}

/** Does what npm does for the `bin` of a package. */
function linkCommand(modules: string): string {
  const { bin } = JSON.parse(readFileSync(join(modules, 'signage-service/package.json'), 'utf8'))
  const command = join(modules, '.bin/signage')
  chmodSync(join(modules, 'signage-service', bin.signage), 0o755)
  mkdirSync(dirname(command))
  symlinkSync(`../signage-service/${bin.signage}`, command)
  return command
}
