/** Formats the page about the command line. @param helpOf the help of each command, in the order of the page */
export function formatCommands(helpOf: ReadonlyMap<string, string>): string {
  const known = optionsIn(helpOf.get('import') ?? '')
  const commands = [...helpOf].map(([name, help]) => {
    const isGroup = [...helpOf.keys()].some((other) => name !== '' && other.startsWith(`${name} `))
    const shown = withoutRepetitions(help, isGroup, name === 'import' ? [] : known)
    return `## ${name === '' ? 'signage' : `signage ${name}`}\n\n\`\`\`text\n${shown}\n\`\`\``
  })
  return `${[COMMANDS, ...commands].join('\n\n')}\n`
}

const COMMANDS = `# Command line

This page is generated from \`--help\`. Run the command as \`npx signage\` where the package is installed. Results are written to
standard output, messages to standard error. Each command has \`-h\` and \`--help\`, which may show more examples than this page; each
group also has \`help\`. The exit code is 0 if the command has done what was requested, 1 if it failed or refused, and 2 if the command line
or the configuration is invalid. These are explained only here:

- \`--json\` prints JSON.
- \`--yes\` deletes. Without it, a command that deletes only says what it would delete.
- \`<files...>\` are files, or \`-\` for standard input.
- \`<id>\` is the id of a key, a user, a site, a device, a route or a menu, as the name of the group says.`

const SECTION = /^(?=\S.*:$)/m
/** An option, an argument or a command, with the lines that its description goes on in. */
const ENTRY = /^ {2}(?=\S)/m
const HELP = /^(-h, --help|help \[command\]) /
/** What the introduction explains. */
const SAID_ABOVE =
  /(?<=^ {2})(--json|--yes) +(print JSON|delete it; without this, only say what would be\s+deleted)$/gm
const KNOWN_ARGUMENT =
  /^(id +the id of the (key|user|site|device|route|menu)|files +the files, or - for standard input)\s*$/

/** The commands that follow, by what they are for. */
const COMMAND_LISTS = /^(Commands|Service|Data|Administration):/
/** An example that is a command. Others say where a line goes. */
const IS_COMMAND = /^\$ /
/** From so many options on that "signage import" has as well, they are only named. */
const MANY = 6

/**
 * Leaves out what the heading says, what every command has, the list of the commands that follow, most options that are already
 * known, and further examples.
 */
function withoutRepetitions(help: string, isGroup: boolean, known: readonly string[]): string {
  const [usage = '', ...sections] = help.split(SECTION)
  const shown = sections
    .filter((section) => !COMMAND_LISTS.test(section))
    .map((section) =>
      withEntries(section, (entry) => !HELP.test(entry) && !KNOWN_ARGUMENT.test(entry)).replace(
        SAID_ABOVE,
        '$1',
      ),
    )
    .map((section) => (section.startsWith('Options:') ? withoutKnown(section, known) : section))
    .map((section) => (section.startsWith('Examples:') ? withOneCommand(section) : section))
    .filter((section) => section.includes('\n  ') && !isKnownExample(section))
  return [withoutName(usage, isGroup), ...shown].map((section) => section.trimEnd()).join('\n\n')
}

/** Leaves out the line of the usage if it names no argument, and options in it. */
function withoutName(usage: string, isGroup: boolean): string {
  if (isGroup || !/^Usage: .*</.test(usage)) return usage.replace(/^Usage: .*\n+/, '')
  return usage.replace('Usage: ', '').replace(' [options]', '')
}

function withOneCommand(section: string): string {
  const first = section.split(ENTRY).find((entry) => IS_COMMAND.test(entry))
  return withEntries(section, (entry) => entry === first || !IS_COMMAND.test(entry)).replace(
    'Examples:',
    'Example:',
  )
}

/** Whether a section has one example, which shows no option. Then the usage says the same. */
function isKnownExample(section: string): boolean {
  return /^Example:\n {2}\$ (?!.* (-\w|--\w)).+\n*$/.test(section)
}

function withEntries(section: string, isShown: (entry: string) => boolean): string {
  const [heading = '', ...entries] = section.split(ENTRY)
  return [heading, ...entries.filter(isShown)].join('  ')
}

function withoutKnown(section: string, known: readonly string[]): string {
  const [heading = '', ...entries] = section.split(ENTRY)
  const repeated = entries.filter((entry) => known.includes(oneLine(entry)))
  if (repeated.length < MANY) return section
  const names = repeated.map((entry) => entry.match(/--[\w-]+/)?.[0])
  const others = entries.filter((entry) => !repeated.includes(entry))
  return `${heading}  as of "signage import": ${names.join(', ')}\n  ${others.join('  ')}`
}

function optionsIn(help: string): string[] {
  const section = help.split(SECTION).find((text) => text.startsWith('Options:')) ?? ''
  const [, ...entries] = section.split(ENTRY)
  return entries.map(oneLine)
}

/** The columns of a list depend on its longest entry. */
function oneLine(entry: string): string {
  return entry.trim().replace(/\s+/g, ' ')
}

/**
 * The subcommands that the help of a command lists.
 * @param help of the command
 */
export function subcommandsIn(help: string): string[] {
  const [, ...sections] = help.split(/^(?=\S.*:$)/m)
  return sections
    .filter((section) => !/^(Options|Arguments|Examples):/.test(section))
    .flatMap((section) => Array.from(section.matchAll(/^ {2}([a-z][\w-]*)/gm), ([, name = '']) => name))
    .filter((name) => name !== 'help')
}
