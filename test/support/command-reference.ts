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
standard output, messages to standard error. Each command has \`-h\` and \`--help\`, each group also \`help\`.`

const SECTION = /^(?=\S.*:$)/m
/** An option, an argument or a command, with the lines that its description goes on in. */
const ENTRY = /^ {2}(?=\S)/m
const HELP = /^(-h, --help|help \[command\]) /
/** From so many options on that "signage import" has as well, they are only named. */
const MANY = 6

/** Leaves out what every command has, the list of the commands that follow, and most options that are already known. */
function withoutRepetitions(help: string, isGroup: boolean, known: readonly string[]): string {
  const [usage = '', ...sections] = help.split(SECTION)
  const shown = sections
    .filter((section) => !(isGroup && section.startsWith('Commands:')))
    .map((section) => withoutHelp(section))
    .map((section) => (section.startsWith('Options:') ? withoutKnown(section, known) : section))
    .filter((section) => section.includes('\n  '))
  return [usage, ...shown].map((section) => section.trimEnd()).join('\n\n')
}

function withoutHelp(section: string): string {
  const [heading = '', ...entries] = section.split(ENTRY)
  return [heading, ...entries.filter((entry) => !HELP.test(entry))].join('  ')
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
