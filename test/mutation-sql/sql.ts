/** A part of a text, from `start` up to but not including `end`. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A trigger of a migration, or a function that triggers call. */
export interface Routine extends Range {
  readonly kind: 'trigger' | 'function'
  readonly name: string
  /** The events and conditions of a trigger. Empty for a function. */
  readonly header: Range
  /** The statements. Empty for a trigger that calls a function. */
  readonly body: Range
}

const TRIGGER =
  /CREATE TRIGGER\s+(?<name>\w+)(?<header>[^;]*?)(?:\bBEGIN\b(?<body>.*?)\bEND;|\bEXECUTE FUNCTION \w+\(\);)/dgs
const FUNCTION =
  /CREATE (?:OR REPLACE )?FUNCTION\s+(?<name>\w+)(?<header>)\(\).*?\$\$\s*BEGIN\b(?<body>.*?)\bEND;?\s*\$\$[^;]*;/dgs

/** The text with its comments replaced by spaces, so that no offset changes. */
export function withoutComments(sql: string): string {
  return sql.replace(/--.*/g, (comment) => ' '.repeat(comment.length))
}

/** All triggers and trigger functions in a text without comments. */
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

/** Splits a range at separators that are not in parentheses. */
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

/** The end of the clause that begins at `start`: a semicolon, or a parenthesis that closes an outer one. */
export function endOfClause(sql: string, start: number, end: number): number {
  let depth = 0
  for (let at = start; at < end; at++) {
    if (sql[at] === ';' || (sql[at] === ')' && depth === 0)) return at
    if (sql[at] === '(') depth++
    if (sql[at] === ')') depth--
  }
  return end
}
