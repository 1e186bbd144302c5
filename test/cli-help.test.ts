import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { formatCommands, subcommandsIn } from './support/command-reference.ts'
import { signage } from './support/commands.ts'
import { signage as signageProcess } from './support/process.ts'

const helpOf = new Map(await readHelp())
const commands = [...helpOf].filter(([, help]) => !isGroup(help)).map(([name]) => name)

/** The help of a command and of all below it, by their names. */
async function readHelp(name = ''): Promise<[name: string, help: string][]> {
  // What a process has of its own does not differ between the commands.
  const run = name === '' ? signageProcess : signage
  const { code, stdout, stderr } = await run([...wordsOf(name), '--help'])
  // A word that begins a line of the help need not be a command.
  if (!stdout.startsWith(`Usage: ${`signage ${name}`.trim()}`)) return []
  expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: '' })
  const found: [string, string][] = [[name, stdout]]
  // One after the other, in one host.
  for (const child of subcommandsIn(stdout)) found.push(...(await readHelp(`${name} ${child}`.trim())))
  return found
}

function isGroup(help: string): boolean {
  return /^Usage: .* \[command\]$/m.test(help)
}

function wordsOf(name: string): string[] {
  return name.split(' ').filter((word) => word !== '')
}

describe('help', () => {
  test('every command is listed', () => {
    expect(commands).toEqual(
      expect.arrayContaining(['serve', 'doctor', 'keys create', 'menus show', 'devices heartbeat']),
    )
    expect(commands.length).toBeGreaterThan(20)
  })

  test.each(commands)('of "signage %s" has examples', (name) => {
    expect(helpOf.get(name)).toMatch(/^Examples:\n {2}\S/m)
  })

  test.each(['serve', 'keys'])('is printed by "signage help %s" as well', async (name) => {
    expect(await signage(['help', name])).toEqual({ code: 0, stdout: helpOf.get(name), stderr: '' })
  })

  test('is the command line reference', async () => {
    await expect(formatCommands(helpOf)).toMatchFileSnapshot('../docs/reference/cli.md')
  })

  test('groups the commands', () => {
    for (const group of ['Service', 'Data', 'Administration'])
      expect(helpOf.get('')).toContain(`\n${group}:\n`)
  })

  test('is in bold only if colours are enabled', async () => {
    const help = async (environment: Record<string, string>) =>
      (await signage(['--help'], { environment })).stdout
    expect(await help({ FORCE_COLOR: '1' })).toContain('\u001b[1mExamples:\u001b[22m')
    expect(await help({ FORCE_COLOR: '1', NO_COLOR: '1' })).not.toContain('\u001b')
    expect(await help({})).not.toContain('\u001b')
  })
})

test('-v prints the version, as --version does', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  for (const option of ['-v', '--version']) {
    expect(await signage([option])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  }
})

test('a usage error prints a sentence, the usage and where to find help, and exits with 2', async () => {
  for (const args of [
    ['nonsense'],
    ['keys', 'create'],
    ['menus', 'stock', 'x', 'maybe'],
    ['menus', 'price', 'x', 'cheap'],
    ['menus', 'price', 'x', 'Infinity'],
    ['menus', 'price', 'x', '1e3'],
    ['menus', 'price', 'x', '-1'],
    ['menus', 'price', 'x', '1000000001'],
    ['menus', 'price', 'x', `1${'0'.repeat(400)}`],
    ['menus', 'price', 'x', ''],
    ['import'],
    ['import', 'menu.csv', '--menu-id', ''],
    ['import', 'menu.csv', '--menu-name', ' '],
    ['import', 'menu.csv', '--location', ''],
    ['import', 'menu.csv', '--restaurant', ''],
    ['--nonsense'],
    ['serve', '--port', '65536'],
    ['serve', '--port', '1e3'],
    ['users', 'add', ''],
    ['users', 'add', 'me too'],
    ['keys', 'create', '--user', 'ops', '--name', 'x', '--expires', 'tomorrow'],
    ['devices', 'heartbeat', 'd', '--at', 'tomorrow'],
    ['devices', 'list', '--state', 'dark'],
  ]) {
    const { code, stdout, stderr } = await signage(args)
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' })
    expect(stderr).toMatch(
      /^[A-Z].+\.\n(\(Did you mean .+\)\n)?Usage: signage .+\nRun "signage .*--help" for details\.\n$/,
    )
  }
})

test('an invalid configuration: each variable with what it must be and its value, and exit code 2', async () => {
  const environment = { PORT: '99999', LOG_LEVEL: 'loud', HTTPS_PROXY: 'http://p.example:99999' }
  for (const command of ['serve', 'migrate', 'backup copy.db', 'menus list']) {
    const { code, stderr } = await signageProcess(command.split(' '), { environment })
    expect(code, command).toBe(2)
    expect(stderr).toBe(
      'PORT must be a whole number from 0 to 65535, not "99999".\n' +
        'HTTPS_PROXY must be the address of an HTTP proxy such as http://proxy.example:3128.\n' +
        'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".\n',
    )
  }
})

test('a usage error suggests what may have been meant', async () => {
  expect(await signage(['keys', 'crete'])).toEqual({
    code: 2,
    stdout: '',
    stderr:
      "Unknown command 'crete'.\n(Did you mean create?)\n" +
      'Usage: signage keys [options] [command]\nRun "signage keys --help" for details.\n',
  })
})
