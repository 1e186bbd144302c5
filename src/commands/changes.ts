import {
  CHANGE_LOG_DAYS,
  CHANGE_LOG_MEGABYTES,
  type ChangeLogEntry,
  listChangeLog,
} from '../menu/write/queries/change-log.ts'
import { Command } from './shared/command.ts'
import { printTable } from './shared/output.ts'
import { wholeNumberParser } from './shared/values.ts'

export const changesCommand = new Command('changes')
  .description(
    `list changes of menus, and keys that were created over HTTP, newest first, each with its key or command. Changes are kept for ${CHANGE_LOG_DAYS} days (at most ${CHANGE_LOG_MEGABYTES} MB)`,
  )
  .option('--limit <number>', 'how many lines to show', wholeNumberParser(1, 100_000), 100)
  .examples('signage changes', 'signage changes --limit 1000 --json')
  .reads(
    (database, { limit }: { readonly limit: number }) => listChangeLog(database, Date.now(), limit),
    (entries) =>
      printTable(entries, {
        TIME: ({ at }) => at,
        BY: ({ key_id, key_name, command }) =>
          key_name ?? key_id ?? (command === null ? 'service' : `signage ${command}`),
        CHANGE: ({ kind, name, action }) => `${kind} ${name} ${action}`,
        MENU: ({ menu_id }) => menu_id,
        ID: ({ target_id }) => target_id,
        FIELD: ({ field }) => field,
        FROM: ({ old_value }) => old_value,
        TO: ({ new_value }) => new_value,
      }),
    (entries) => entries.map(toJson),
  )

function toJson({ id: _position, at, key_id, key_name, ...entry }: ChangeLogEntry) {
  const { menu_id: menu, target_id: id, old_value, new_value, ...rest } = entry
  const parse = (json: string | null): unknown => (json === null ? null : JSON.parse(json))
  const key = key_id === null ? null : { id: key_id, name: key_name }
  return { at, key, menu, id, ...rest, from: parse(old_value), to: parse(new_value) }
}
