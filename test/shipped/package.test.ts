import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../support/database.ts'
import { BASE_ENVIRONMENT } from '../support/environment.ts'
import { codeBlock, codeBlocks } from '../support/markdown.ts'
import { linkFolder, linkInstallation } from '../support/package.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = temporaryFolder()
const installed = join(folder, 'node_modules/signage-service')
const environment = {
  ...BASE_ENVIRONMENT,
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
  HOME: folder,
  npm_config_offline: 'true',
}

linkInstallation(inject('installation'), folder)

/**
 * Runs commands in a shell where the package is installed, without a network. The first `npx` is that of npm, which takes
 * longer than the command: after it, the shell runs the command that this found.
 */
async function shell(commands: string): Promise<string> {
  const npx = 'npx() { unset -f npx; command npx "$@"; npx() { shift; node_modules/.bin/signage "$@"; }; }'
  const script = `${npx}\n${commands}`
  const { stdout } = await promisify(execFile)('sh', ['-euc', script], { cwd: folder, env: environment })
  return stdout
}

function filesIn(directory: string, base = ''): string[] {
  return readdirSync(join(directory, base), { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(base, entry.name)
      return entry.isDirectory() ? filesIn(directory, path) : [path]
    })
    .sort()
}

describe('the files of the package', () => {
  test('are the complete command, pages, types and documentation, and nothing else', () => {
    const whole = ['dist/bundle', 'dist/browser', 'docs', 'migrations', 'seeds']
    const types = filesIn(root, 'dist').filter((path) => path.endsWith('.d.ts'))
    const single = ['.env.example', 'CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'SECURITY.md']
    const expected = [...whole.flatMap((path) => filesIn(root, path)), ...types, ...single, 'package.json']
    expect(filesIn(installed)).toEqual(expected.sort())
  })

  test('include no tests, sources, source maps or build leftovers', () => {
    for (const path of filesIn(installed)) {
      expect(path).not.toMatch(
        /(^|\/)(src|test|bench|node_modules|artefacts)\/|\.map$|\.tsbuildinfo$|\.test\./,
      )
      expect(path).not.toMatch(/(?<!\.d)\.tsx?$/)
    }
  })

  test('include one build of the code: the only scripts are those of the command and of the pages', () => {
    const scripts = filesIn(installed).filter((path) => /\.[cm]?js$/.test(path))
    expect(scripts.filter((path) => !/^dist\/(bundle|browser)\//.test(path))).toEqual([])
  })

  test('include everything that its documentation links to', () => {
    for (const page of filesIn(installed).filter((path) => path.endsWith('.md'))) {
      const text = readFileSync(join(installed, page), 'utf8')
      for (const [, link = ''] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)) {
        expect(existsSync(join(installed, normalize(join(dirname(page), link)))), `${page}: ${link}`).toBe(
          true,
        )
      }
    }
  })
})

describe('npx signage', () => {
  test('prints the help of a command and of a group', async () => {
    const output = await shell('npx signage serve --help\nnpx signage keys --help')
    expect(output).toMatch(/^Usage: signage serve /)
    expect(output).toMatch(/^Usage: signage keys /m)
  })

  test('the first steps of the tutorial work where the package is installed', async () => {
    const [importMenu, createKey] = codeBlocks('docs/tutorials/first-menu.md').map(({ code }) => code)
    const output = await shell(
      `${importMenu}\n${createKey}\nnpx signage menus stock tomato out\nnpx signage doctor`,
    )
    expect(output).toMatch(/The key is sgn_\w+/)
    expect(existsSync(join(folder, 'data/signage.db'))).toBe(true)
  })

  test('is executable after each build of a checkout, which npx links only once', () => {
    const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(statSync(join(root, bin.signage)).mode & 0o111).toBe(0o111)
  })
})

describe('a project that imports the package', () => {
  const example = codeBlock('docs/reference/library.md', ({ language }) => language === 'js')

  test('runs the example of the library reference in plain Node', async () => {
    writeFileSync(join(folder, 'example.js'), example)
    expect(await shell('node example.js')).toBe('Soups\n')
  })

  test.each([
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ])('finds correct types with module %s and moduleResolution %s', (module, resolution) => {
    const project = join(folder, resolution)
    mkdirSync(project)
    // What a TypeScript project also installs.
    for (const name of ['@types/node', 'undici-types']) {
      linkFolder(join(root, 'node_modules', name), join(project, 'node_modules', name))
    }
    writeFileSync(join(project, 'example.ts'), typed(example))
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(tsconfig(module, resolution)))
    expect(compilerErrorsOf(project)).toEqual([])
  })

  /** The example, and a use of the types that the package exports. */
  function typed(code: string): string {
    return `${code}
import type { AppOptions, Clock, Database, ImportOptions, ImportSummary, Purpose } from 'signage-service'
const clock: Clock = () => 0
const options: AppOptions = { database: database satisfies Database, clock }
const purpose: Purpose = 'read'
export const used: [AppOptions, Purpose, ImportOptions?, ImportSummary?] = [options, purpose]
// @ts-expect-error a document is imported into a database
await importDocument(1, {})
`
  }

  function tsconfig(module: string, moduleResolution: string): object {
    const options = {
      target: 'es2023',
      module,
      moduleResolution,
      strict: true,
      noEmit: true,
      types: ['node'],
    }
    return {
      compilerOptions: { ...options, skipLibCheck: false, exactOptionalPropertyTypes: true },
      include: ['*.ts'],
    }
  }

  /** The errors of the compiler in the project and in the types of this package, without those of other packages. */
  function compilerErrorsOf(project: string): string[] {
    const compiler = join(root, 'node_modules/.bin/tsc')
    const args = ['--project', project, '--listFiles', '--pretty', 'false', '--singleThreaded']
    const { stdout } = spawnSync(compiler, args, { cwd: project, encoding: 'utf8' })
    const lines = stdout.split('\n')
    expect(lines).toContainEqual(expect.stringMatching(/signage-service\/dist\/index\.d\.ts$/))
    expect(lines).toContainEqual(expect.stringMatching(/example\.ts$/))
    return lines.filter((line) => /\berror TS\d+:/.test(line) && isOwn(line))
  }

  function isOwn(error: string): boolean {
    return !error.includes('/node_modules/') || error.includes('/node_modules/signage-service/')
  }
})
