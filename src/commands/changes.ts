import { Readable } from 'node:stream'
import {
  CHANGE_LOG_DAYS,
  CHANGE_LOG_MEGABYTES,
  type ChangeLogEntry,
  listChangeLog,
} from '../menu/write/queries/change-log.ts'
import type { Database } from '../storage/database.ts'
import { Command, type Flags } from './shared/command.ts'
import { withDatabase } from './shared/database.ts'
import { pipeToOutput, tableFormatter } from './shared/output.ts'
import { wholeNumberParser } from './shared/values.ts'

interface Options extends Flags<'json'> {
  readonly limit: number
}

export const changesCommand = new Command('changes')
  .description(
    `list what was changed in menus in the last ${CHANGE_LOG_DAYS} days (at most ${CHANGE_LOG_MEGABYTES} MB), by which key or command; the newest first`,
  )
  .option('--limit <number>', 'how many lines to show', wholeNumberParser(1, 1_000_000), 100)
  .option('--json', 'print JSON')
  .examples('signage changes', 'signage changes --limit 1000 --json')
  .action(({ limit, json }: Options) =>
    withDatabase('read', (database) => {
      const pages = readPages(database, limit)
      return pipeToOutput(Readable.from(json ? formatJson(pages) : formatTable(pages)))
    }),
  )

/** Values may be long: only so many entries are in memory at once. */
const PAGE_SIZE = 100

async function* readPages(database: Database, limit: number): AsyncGenerator<ChangeLogEntry[]> {
  const nowMs = Date.now()
  let lastId: number | undefined
  for (let left = limit; left > 0; left -= PAGE_SIZE) {
    const page = await listChangeLog(database, nowMs, Math.min(left, PAGE_SIZE), lastId)
    yield page
    if (page.length < PAGE_SIZE) return
    lastId = page.at(-1)?.id
  }
}

async function* formatTable(pages: AsyncIterable<ChangeLogEntry[]>): AsyncGenerator<string> {
  const format = tableFormatter(['TIME', 'BY', 'CHANGE', 'MENU', 'ID', 'FIELD', 'FROM', 'TO'])
  for await (const page of pages) yield format(page.map(toCells))
}

/** As `printJson` would print all entries. */
async function* formatJson(pages: AsyncIterable<ChangeLogEntry[]>): AsyncGenerator<string> {
  let separator = ''
  yield '['
  for await (const page of pages) {
    for (const entry of page) {
      yield `${separator}\n${JSON.stringify(toJson(entry), null, 2)}`.replaceAll('\n', '\n  ')
      separator = ','
    }
  }
  yield separator === '' ? ']\n' : '\n]\n'
}

function toCells(entry: ChangeLogEntry) {
  const { at, key_id, key_name, command, action, kind, name, menu_id, target_id } = entry
  const { field, old_value, new_value } = entry
  const by = key_name ?? key_id ?? (command === null ? 'time' : `signage ${command}`)
  return [at, by, `${kind} ${name} ${action}`, menu_id, target_id, field, old_value, new_value]
}

function toJson({
  id: _position,
  at,
  key_id,
  key_name,
  menu_id: menu,
  target_id: id,
  ...entry
}: ChangeLogEntry) {
  const { old_value, new_value, ...rest } = entry
  const parse = (json: string | null): unknown => (json === null ? null : JSON.parse(json))
  const key = key_id === null ? null : { id: key_id, name: key_name }
  return { at, key, menu, id, ...rest, from: parse(old_value), to: parse(new_value) }
}
