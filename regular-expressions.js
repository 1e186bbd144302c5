/*
 * Checks the regular expressions of `src/`: the time of each must grow no faster than its input. One whose time grows with the
 * square of its input needs hours for a megabyte, and nothing else runs meanwhile.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'

// Otherwise recheck prefers programs that exist for some platforms only, and gives up waiting for them on a busy machine.
process.env['RECHECK_SYNC_BACKEND'] = 'pure'
const { checkSync } = await import('recheck')

/**
 * What theory does not decide is tried with random texts; the same ones each time, and until as many characters were read. Its limits
 * of time would find safe expressions slow on a busy machine.
 */
const PARAMETERS = {
  randomSeed: 1,
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
}
/** To find out that an expression is safe takes up to seconds, so it is kept. */
const CACHE = 'node_modules/.cache/safe-regular-expressions.json'
const TEXTS = ['Literal', 'TemplateLiteral', 'TaggedTemplateExpression']

/** All nodes of a syntax tree. */
function* nodesIn(node) {
  if (typeof node !== 'object' || node === null) return
  if (typeof node.type === 'string') yield node
  const { quasi, ...children } = node
  for (const child of Object.values(children)) yield* nodesIn(child)
}

/** What the constants of a file are initialised with, by their names. */
function constantsIn(ast) {
  const declared = [...nodesIn(ast)].filter(({ type, init }) => type === 'VariableDeclarator' && init)
  return new Map(declared.map(({ id, init }) => [id.name, init]))
}

/** The text of an expression. A part that its file does not tell counts as a word. */
function textOf(node, constants) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral') return joined(node, 'cooked', constants)
  if (node.type === 'TaggedTemplateExpression') return joined(node.quasi, 'raw', constants)
  const constant = node.type === 'Identifier' && constants.get(node.name)
  return constant ? textOf(constant, constants) : 'word'
}

function joined({ quasis, expressions }, form, constants) {
  return quasis
    .map(
      ({ value }, index) => value[form] + (expressions[index] ? textOf(expressions[index], constants) : ''),
    )
    .join('')
}

/** Regular expressions, and texts in the form of one, such as the patterns of schemas. */
function* expressionsIn(ast) {
  const constants = constantsIn(ast)
  for (const node of nodesIn(ast)) {
    const text = TEXTS.includes(node.type) ? textOf(node, constants) : ''
    if (node.regex) yield { node, source: node.regex.pattern, flags: node.regex.flags }
    else if (text.startsWith('^')) yield { node, source: text, flags: 'u' }
    else if (node.type === 'NewExpression' && node.callee.name === 'RegExp') yield { node }
  }
}

/**
 * Finds what is wrong with the regular expressions in a text of TypeScript.
 * @param text the content of a file
 * @param safe expressions that are known to be safe; those that are found are added
 * @returns sentences, each with its line
 */
export function checkText(text, safe = new Set()) {
  return Array.from(expressionsIn(parseAst(text, { lang: 'ts' })), ({ node, source, flags }) => {
    const line = text.slice(0, node.start).split('\n').length
    const problem = source === undefined ? NOT_LITERAL : problemOf(source, flags, safe)
    return problem && `${line}: ${problem}`
  }).filter(Boolean)
}

const NOT_LITERAL = 'RegExp is called with a text, which cannot be checked: write /…/ instead.'

function problemOf(source, flags, safe) {
  const name = `/${source}/${flags}`
  if (safe.has(name)) return undefined
  const { status, complexity, error } = checkSync(source, flags, PARAMETERS)
  if (status !== 'safe')
    return `${name} may take far longer than its input is long (${complexity?.summary ?? error?.kind}): let no two parts of it match the same characters.`
  safe.add(name)
  return undefined
}

function checkFolder(folder, safe) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'))
  return names.flatMap((name) => {
    const path = join(folder, name)
    return checkText(readFileSync(path, 'utf8'), safe).map((problem) => `${path}:${problem}`)
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const safe = new Set(existsSync(CACHE) ? JSON.parse(readFileSync(CACHE, 'utf8')) : [])
  const problems = checkFolder('src', safe)
  mkdirSync(dirname(CACHE), { recursive: true })
  writeFileSync(CACHE, JSON.stringify([...safe]))
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
