import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Environment } from '../src/config/environment.ts'
import { shell, signage } from './support/process.ts'

/** The paths of all commands, such as `keys create`, read from the help texts. */
async function listCommands(path: readonly string[] = []): Promise<string[][]> {
  const { stdout } = await signage([...path, '--help'])
  const names = [...stdout.matchAll(/^ {2}([a-z]+)(?: \[options\])?(?: [<[]\S+)* {2,}\S/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help')
  const isGroup = / \[command\]$/m.test(stdout)
  if (!isGroup) return [[...path]]
  return (await Promise.all(names.map((name) => listCommands([...path, name])))).flat()
}

const commands = await listCommands()

describe('help', () => {
  test('every command is listed', () => {
    expect(commands.map((path) => path.join(' '))).toEqual(
      expect.arrayContaining([
        'serve',
        'doctor',
        'keys create',
        'menus show',
        'devices heartbeat',
        'completion',
      ]),
    )
    expect(commands.length).toBeGreaterThan(20)
  })

  test.each(commands)('of %s %s has examples, and "signage help" prints the same', async (...args) => {
    const path = args.filter((name) => name !== undefined)
    const { code, stdout } = await signage([...path, '--help'])
    expect(stdout).toMatch(/^Examples:\n {2}\S/m)
    expect(await signage(['help', ...path])).toEqual({ code, stdout, stderr: '' })
  })

  test('shows [options] only for commands that have options', async () => {
    expect((await signage(['migrate', '--help'])).stdout).toMatch(/^Usage: signage migrate$/m)
    expect((await signage(['keys', '--help'])).stdout).toMatch(/^Usage: signage keys \[command\]$/m)
    expect((await signage(['serve', '--help'])).stdout).toMatch(/^Usage: signage serve \[options\]$/m)
  })

  test('groups the commands, and names the topics', async () => {
    const { stdout } = await signage(['help'])
    for (const group of ['Service', 'Data', 'Administration']) expect(stdout).toContain(`\n${group}:\n`)
    expect(stdout).toContain('"signage help environment"')
    expect(stdout).toContain('"signage help exit-codes"')
    expect(stdout).not.toContain('.env.example')
  })

  test('is in bold only if colours are enabled', async () => {
    const help = async (environment: Record<string, string>) =>
      (await signage(['--help'], { environment })).stdout
    expect(await help({ FORCE_COLOR: '1' })).toContain('\u001b[1mExamples:\u001b[22m')
    expect(await help({ FORCE_COLOR: '1', NO_COLOR: '1' })).not.toContain('\u001b')
    expect(await help({})).not.toContain('\u001b')
  })

  test('of the environment has every variable with its default and its description', async () => {
    const { code, stdout } = await signage(['help', 'environment'])
    expect(code).toBe(0)
    for (const [name, { default: value, description }] of Object.entries(Environment.properties)) {
      expect(stdout).toContain(`\n${name}=${value}\n    ${description}\n`)
    }
  })

  test('of the exit codes has each of them', async () => {
    const { code, stdout } = await signage(['help', 'exit-codes'])
    expect(code).toBe(0)
    expect(stdout.match(/^\d/gm)).toEqual(['0', '1', '2'])
  })

  test('of an unknown command is a usage error', async () => {
    expect(await signage(['help', 'keys', 'crate'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        "There is no command 'signage keys crate', and no topic of that name.\n" +
        'Usage: signage help [topic...]\nRun "signage help --help" for details.\n',
    })
  })
})

test('-v and -V print the version, as --version does', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  for (const option of ['-v', '-V', '--version']) {
    expect(await signage([option])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  }
})

test('a usage error suggests what may have been meant', async () => {
  expect(await signage(['keys', 'crete'])).toEqual({
    code: 2,
    stdout: '',
    stderr:
      "Unknown command 'crete'.\n(Did you mean create?)\n" +
      'Usage: signage keys [command]\nRun "signage keys --help" for details.\n',
  })
})

const hasBash = spawnSync('bash', ['-c', 'true']).status === 0

describe('completion', () => {
  /** What bash completes the last of these words to. */
  async function complete(...words: readonly string[]): Promise<string[]> {
    const script = `bash -c 'source <("$NODE" "$CLI" completion bash)
      COMP_WORDS=(${words.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${words.length - 1}
      _signage; printf "%s\\n" "\${COMPREPLY[@]}"'`
    const { code, stdout, stderr } = await shell(script)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return stdout.split('\n').filter((word) => word !== '')
  }

  test.runIf(hasBash).each([
    [['signage', 'ke'], ['keys']],
    [
      ['signage', 'keys', ''],
      ['create', 'list', 'show', 'revoke', 'grant', 'ungrant'],
    ],
    [['signage', 'keys', 'create', '--s'], ['--scope']],
    [['signage', 'keys', 'create', '--user', 'me', '--e'], ['--expires']],
    [['signage', 'menus', 'stock', 'tomato', 'o'], ['out']],
    [
      ['signage', 'completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['signage', 'import', ''], []],
    [['signage', '--v'], ['--version']],
  ])('bash completes %j to %j', async (words, completions) => {
    expect(await complete(...words)).toEqual(completions)
  })

  test('a script is printed for each shell', async () => {
    for (const [shellName, line] of [
      ['bash', 'complete -o default -F _signage signage'],
      ['zsh', 'autoload -U +X bashcompinit && bashcompinit'],
      ['fish', "complete -c signage -a '(__signage_words)'"],
    ] as const) {
      const { code, stdout } = await signage(['completion', shellName])
      expect(code).toBe(0)
      expect(stdout.split('\n')).toContain(line)
      expect(stdout).toContain('keys create')
    }
  })
})
