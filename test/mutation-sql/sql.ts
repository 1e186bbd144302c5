/** A part of a text, from `start` up to, but without, `end`. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A trigger, or a function of triggers, of a migration. */
export interface Routine extends Range {
  readonly kind: 'trigger' | 'function'
  readonly name: string
  /** When a trigger fires; empty for a function. */
  readonly header: Range
  /** The statements; empty for a trigger that calls a function. */
  readonly body: Range
}

const TRIGGER =
  /CREATE TRIGGER\s+(?<name>\w+)(?<header>[^;]*?)(?:\bBEGIN\b(?<body>.*?)\bEND;|\bEXECUTE FUNCTION \w+\(\);)/dgs
const FUNCTION =
  /CREATE (?:OR REPLACE )?FUNCTION\s+(?<name>\w+)(?<header>)\(\).*?\$\$\s*BEGIN\b(?<body>.*?)\bEND;?\s*\$\$[^;]*;/dgs

/** The text with blanks in the place of comments: everything else stays where it is. */
export function withoutComments(sql: string): string {
  return sql.replace(/--.*/g, (comment) => ' '.repeat(comment.length))
}

/** All triggers, and functions of triggers, of a text without comments. */
export function findRoutines(sql: string): Routine[] {
  const triggers = [...sql.matchAll(TRIGGER)].map((match) => toRoutine('trigger', match))
  const functions = [...sql.matchAll(FUNCTION)].map((match) => toRoutine('function', match))
  return [...triggers, ...functions]
}

function toRoutine(kind: Routine['kind'], match: RegExpExecArray): Routine {
  const start = match.index
  const end = start + match[0].length
  const group = (name: string): Range => {
    const [from, to] = match.indices?.groups?.[name] ?? [end, end]
    return { start: from, end: to }
  }
  return {
    kind,
    name: match.groups?.['name'] ?? '',
    start,
    end,
    header: group('header'),
    body: group('body'),
  }
}

/** The parts of a range between separators that are in no parentheses. */
export function split(sql: string, { start, end }: Range, separator: RegExp): Range[] {
  const parts: Range[] = []
  const sticky = new RegExp(separator.source, 'y')
  let from = start
  let depth = 0
  for (let at = start; at < end; at++) {
    if (sql[at] === '(') depth++
    if (sql[at] === ')') depth--
    sticky.lastIndex = at
    const found = depth === 0 ? sticky.exec(sql) : null
    if (found === null) continue
    parts.push({ start: from, end: at })
    from = at + found[0].length
  }
  return [...parts, { start: from, end }]
}

/** Where that ends which begins here: at a semicolon, or at a parenthesis that closes more than was opened since. */
export function endOfClause(sql: string, start: number, end: number): number {
  let depth = 0
  for (let at = start; at < end; at++) {
    if (sql[at] === ';' || (sql[at] === ')' && depth === 0)) return at
    if (sql[at] === '(') depth++
    if (sql[at] === ')') depth--
  }
  return end
}
