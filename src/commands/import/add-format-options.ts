import { InvalidArgumentError, Option } from 'commander'
import { OPTIONS_OF_FORMAT } from '../../formats/format-options.ts'
import type { Command } from '../shared/command.ts'
import { collect, trim } from '../shared/values.ts'

type Columns = readonly (readonly [role: string, heading: string])[]

export function addFormatOptions(command: Command): Command {
  const as = new Option('--as <format>', 'the format of the files, if their content does not tell it')
  const menuName = 'the name of a menu without one; in Toast files, the menu to take'
  const location = 'the location of a menu without one, or the location to read from an item library'
  const column = 'the role of a column of a table, such as item=name_en; can be repeated'
  const ignore = 'a column of a table to leave out, or * for all unknown ones; can be repeated'
  return command
    .addOption(as.choices(Object.keys(OPTIONS_OF_FORMAT)))
    .option('--menu-id <id>', 'the id of the menu', trim)
    .option('--menu-name <name>', menuName, trim)
    .option('--location <name>', location, trim)
    .option('--restaurant <name>', 'the restaurant of a menu without one', trim)
    .option('--currency <code>', 'which prices to take, if there are several currencies', parseCurrency)
    .option('--location-id <id>', 'the Square location whose menu is wanted', trim)
    .option('--stock <file>', "a response of Toast's stock API")
    .option('--column <role=heading>', column, parseColumn)
    .option('--ignore <heading>', ignore, collect)
    .option('--strict', 'import nothing if something cannot be carried over')
}

function parseCurrency(text: string): string {
  if (/^[A-Za-z]{3}$/.test(text)) return text.toUpperCase()
  throw new InvalidArgumentError('It must be a code of three letters, such as USD.')
}

function parseColumn(text: string, columns: Columns = []): Columns {
  const [role = '', ...heading] = text.split('=')
  if (role.trim() !== '' && heading.join('=').trim() !== '')
    return [...columns, [role.trim(), heading.join('=').trim()]]
  throw new InvalidArgumentError('It must be ROLE=HEADING, such as item=name_en.')
}
