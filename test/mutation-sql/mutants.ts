import { endOfClause, findRoutines, type Range, type Routine, split, withoutComments } from './sql.ts'

/** A migration, as its file has it. */
export interface Migration {
  readonly file: string
  readonly sql: string
}

/** A migration with one fault built in. */
export interface Mutant {
  readonly file: string
  /** The line of the file in which the fault is. */
  readonly line: number
  readonly fault: string
  readonly sql: string
}

/** A change of a text: what stands in the range is replaced. */
interface Change extends Range {
  readonly replacement: string
  readonly fault: string
}

/** All mutants of the triggers that are there once all migrations have been applied, in their order. */
export function mutantsOf(migrations: readonly Migration[]): Mutant[] {
  return migrations.flatMap(({ file, sql }, index) => {
    const text = withoutComments(sql)
    const later = migrations.slice(index + 1).map((migration) => withoutComments(migration.sql))
    return findRoutines(text)
      .filter((routine) => !isReplaced(routine, [text.slice(routine.end), ...later]))
      .flatMap((routine) => changesOf(text, routine))
      .map((change) => ({
        file,
        line: lineOf(text, change.start),
        fault: change.fault,
        sql: sql.slice(0, change.start) + change.replacement + sql.slice(change.end),
      }))
  })
}

/** The number of the line on which the first word from a place on is. */
function lineOf(text: string, place: number): number {
  const blanks = /^\s*/.exec(text.slice(place))?.[0] ?? ''
  return text.slice(0, place + blanks.length).split('\n').length
}

/** Whether a later text drops a trigger, or makes a function anew. */
function isReplaced({ kind, name }: Routine, later: readonly string[]): boolean {
  const pattern =
    kind === 'trigger' ? `DROP TRIGGER (IF EXISTS )?${name}\\b` : `FUNCTION ${name}\\(\\)\\s+RETURNS`
  return later.some((text) => new RegExp(pattern).test(text))
}

function changesOf(sql: string, routine: Routine): Change[] {
  const { kind, name, header, body } = routine
  const changes = [
    ...(kind === 'trigger' ? [remove(routine, 'not there')] : []),
    ...withoutMembers(sql, header, /\bUPDATE OF\s+(?<list>[\w\s,]+?)\s+ON\b/dg, /,/),
    ...withoutMembers(sql, header, /\b(?:AFTER|BEFORE)\s+(?<list>\w+(?:\s+OR\s+\w+)+)\s+ON\b/dg, /\s+OR\s+/),
    ...swapsOfTables(sql, header),
    ...withoutConditions(sql, header, /\bWHEN\b/g),
    ...withoutStatements(sql, body),
    ...swapsOfRows(sql, routine),
    ...withoutConditions(sql, body, /\bWHERE\b/g),
    ...withoutMembers(sql, body, /\bIN \((?<list>(?!SELECT\b)[^;]*)\)/dg, /,/),
  ]
  return changes.map((change) => ({ ...change, fault: `${kind} ${name}: ${change.fault}` }))
}

function remove(range: Range, fault: string): Change {
  return { ...range, replacement: '', fault }
}

/** Each member of a list left out. @param pattern has a group `list` */
function withoutMembers(sql: string, { start, end }: Range, pattern: RegExp, separator: RegExp): Change[] {
  return [...sql.slice(start, end).matchAll(pattern)].flatMap(({ indices }) => {
    const [from, to] = indices?.groups?.['list'] ?? [0, 0]
    const list = { start: start + from, end: start + to }
    const parts = split(sql, list, separator)
    if (parts.length < 2) return []
    return parts.map((part, n) => {
      const next = parts[n + 1]
      const last = parts[n - 1]
      const range = { start: next || !last ? part.start : last.end, end: next ? next.start : part.end }
      return remove(range, `without ${textOf(sql, part)} in a list`)
    })
  })
}

/** Only what updates rows has old ones and new ones. */
function swapsOfTables(sql: string, header: Range): Change[] {
  if (!/^\s*(AFTER|BEFORE)\s+UPDATE\b/.test(textOf(sql, header))) return []
  return swaps(sql, header, /\b(NEW|OLD)(?= TABLE\b)/g)
}

function swapsOfRows(sql: string, { kind, header, body }: Routine): Change[] {
  if (kind === 'trigger' && !/\bUPDATE\b/.test(textOf(sql, header))) return []
  return swaps(sql, body, /\b(NEW|OLD)(?=\.)/g)
}

function swaps(sql: string, { start, end }: Range, pattern: RegExp): Change[] {
  return [...sql.slice(start, end).matchAll(pattern)].map(({ 0: word, index }) => {
    const replacement = word === 'NEW' ? 'OLD' : 'NEW'
    return {
      start: start + index,
      end: start + index + 3,
      replacement,
      fault: `${replacement} in place of ${word}`,
    }
  })
}

/** Each condition left out as a whole, and each part that is joined to others by AND or OR. */
function withoutConditions(sql: string, { start, end }: Range, word: RegExp): Change[] {
  return [...sql.slice(start, end).matchAll(word)].flatMap(({ 0: { length }, index }) => {
    const from = start + index
    const to = endOfClause(sql, from, end)
    const whole = { start: from, end: to }
    const parts = split(sql, { start: from + length, end: to }, /\b(AND|OR)\b/)
    const each = parts.length < 2 ? [] : parts.map((part) => neutral(sql, part))
    return [remove(whole, `without ${textOf(sql, whole)}`), ...each]
  })
}

/** A part of a condition replaced by one that lets the others decide. */
function neutral(sql: string, part: Range): Change {
  const isOr =
    /\bOR$/.test(sql.slice(0, part.start).trimEnd()) || /^OR\b/.test(sql.slice(part.end).trimStart())
  const replacement = isOr ? ' (1 = 0) ' : ' (1 = 1) '
  return { ...part, replacement, fault: `without ${textOf(sql, part)}` }
}

/** Each statement of several left out; a function must return something. */
function withoutStatements(sql: string, body: Range): Change[] {
  const statements = split(sql, body, /;/).filter((statement) => textOf(sql, statement) !== '')
  if (statements.length < 2) return []
  return statements
    .filter((statement) => !textOf(sql, statement).startsWith('RETURN'))
    .map(({ start, end }) => remove({ start, end: end + 1 }, `without ${textOf(sql, { start, end })}`))
}

/** On one line. */
function textOf(sql: string, { start, end }: Range): string {
  return sql.slice(start, end).trim().replace(/\s+/g, ' ')
}
