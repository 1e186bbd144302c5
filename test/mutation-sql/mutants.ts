import { endOfClause, findRoutines, type Range, type Routine, split, withoutComments } from './sql.ts'

/** A migration, with the content of its file. */
export interface Migration {
  readonly file: string
  readonly sql: string
}

/** A migration with one deliberate error. */
export interface Mutant {
  readonly file: string
  /** The line of the file that is changed. */
  readonly line: number
  /** What is changed. */
  readonly description: string
  readonly sql: string
}

/** A replacement of a range of the text. */
interface Change extends Range {
  readonly replacement: string
  readonly description: string
}

/** All mutants of the triggers that exist after all migrations, in the order of the migrations. */
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
        description: change.description,
        sql: sql.slice(0, change.start) + change.replacement + sql.slice(change.end),
      }))
  })
}

/** The number of the line of the first word at or after an offset. */
function lineOf(text: string, offset: number): number {
  const blanks = /^\s*/.exec(text.slice(offset))?.[0] ?? ''
  return text.slice(0, offset + blanks.length).split('\n').length
}

/** Whether a later text drops the trigger, or replaces the function. */
function isReplaced({ kind, name }: Routine, later: readonly string[]): boolean {
  const pattern =
    kind === 'trigger' ? `DROP TRIGGER (IF EXISTS )?${name}\\b` : `FUNCTION ${name}\\(\\)\\s+RETURNS`
  return later.some((text) => new RegExp(pattern).test(text))
}

function changesOf(sql: string, routine: Routine): Change[] {
  const { kind, name, header, body } = routine
  const changes = [
    ...(kind === 'trigger' ? [remove(routine, 'removed')] : []),
    ...withoutMembers(sql, header, /\bUPDATE OF\s+(?<list>[\w\s,]+?)\s+ON\b/dg, /,/),
    ...withoutMembers(sql, header, /\b(?:AFTER|BEFORE)\s+(?<list>\w+(?:\s+OR\s+\w+)+)\s+ON\b/dg, /\s+OR\s+/),
    ...swapsOfTables(sql, header),
    ...withoutConditions(sql, header, /\bWHEN\b/g),
    ...withoutStatements(sql, body),
    ...swapsOfRows(sql, routine),
    ...withoutConditions(sql, body, /\bWHERE\b/g),
    ...withoutMembers(sql, body, /\bIN \((?<list>(?!SELECT\b)[^;]*)\)/dg, /,/),
  ]
  return changes.map((change) => ({ ...change, description: `${kind} ${name}: ${change.description}` }))
}

function remove(range: Range, description: string): Change {
  return { ...range, replacement: '', description }
}

/** Removes each member of a list in turn. @param pattern has a group `list` */
function withoutMembers(sql: string, { start, end }: Range, pattern: RegExp, separator: RegExp): Change[] {
  return [...sql.slice(start, end).matchAll(pattern)].flatMap(({ indices }) => {
    const [from, to] = indices?.groups?.['list'] ?? [0, 0]
    const list = { start: start + from, end: start + to }
    const parts = split(sql, list, separator)
    if (parts.length < 2) return []
    return parts.map((part, n) => {
      const next = parts[n + 1]
      const previous = parts[n - 1]
      const range = {
        start: next || !previous ? part.start : previous.end,
        end: next ? next.start : part.end,
      }
      return remove(range, `without ${textOf(sql, part)} in a list`)
    })
  })
}

/** Only triggers on UPDATE have both old and new rows. */
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
      description: `${replacement} instead of ${word}`,
    }
  })
}

/** Removes each condition as a whole, and each part that is joined to others by AND or OR. */
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

/** Replaces a part of a condition by a constant, so that the other parts decide. */
function neutral(sql: string, part: Range): Change {
  const isOr =
    /\bOR$/.test(sql.slice(0, part.start).trimEnd()) || /^OR\b/.test(sql.slice(part.end).trimStart())
  const replacement = isOr ? ' (1 = 0) ' : ' (1 = 1) '
  return { ...part, replacement, description: `without ${textOf(sql, part)}` }
}

/** Removes each of several statements, except RETURN: a function must return a value. */
function withoutStatements(sql: string, body: Range): Change[] {
  const statements = split(sql, body, /;/).filter((statement) => textOf(sql, statement) !== '')
  if (statements.length < 2) return []
  return statements
    .filter((statement) => !textOf(sql, statement).startsWith('RETURN'))
    .map(({ start, end }) => remove({ start, end: end + 1 }, `without ${textOf(sql, { start, end })}`))
}

/** The text of a range, on one line. */
function textOf(sql: string, { start, end }: Range): string {
  return sql.slice(start, end).trim().replace(/\s+/g, ' ')
}
