import type { InputFile } from '../documents/input-file.ts'
import { listNames } from '../lib/text/list-names.ts'
import type { MenuFormat } from './format.ts'
import { readGraph, valuesOf } from './schema-org/graph.ts'
import { readBlocks } from './schema-org/json-ld-blocks.ts'
import type { SchemaOrgContext } from './schema-org/property-values.ts'
import { addressesOf, findMenus, readMenu } from './schema-org/schema-menus.ts'
import { cleanText } from './shared/clean-text.ts'
import type { ReadingContext } from './shared/reading-context.ts'
import { AS_SPREADSHEET } from './shared/report-texts.ts'
import { hasItems, type SourceMenu } from './shared/source-menu.ts'

const WITHOUT_CONTENT =
  '[menu is|menus are] left out, because [its|their] sections and items are not in the file'
const WITHOUT_MENU = '[item is|items are] left out, because [it is|they are] in no section of a menu'
const SHOWN_LINKS = 10
const KEYWORD = /"@(?:context|graph|type)"\s*:/

/** JSON-LD with schema.org's menus, alone or in a web page. */
export const schemaOrg: MenuFormat = {
  matches: ({ kind, text }) => kind === 'html' || (kind === 'json' && KEYWORD.test(text)),

  async read(files, context) {
    return files.flatMap((file) => menusIn(file, context))
  },
}

/** The menus of a file that have items. What else may be on a menu is reported. */
function menusIn(file: InputFile, shared: ReadingContext): readonly SourceMenu[] {
  const { report } = shared
  const graph = readGraph(readBlocks(file, report))
  const context: SchemaOrgContext = { ...shared, graph, seen: new Set() }
  const { menus, links } = findMenus(graph)
  /** The addresses or names of menus without items. */
  const without = new Set(links)
  const kept = menus.flatMap((found) => {
    const menu = readMenu(found, file.name, context)
    const addresses = addressesOf(found.thing)
    if (hasItems(menu)) for (const address of addresses) without.delete(address)
    else without.add(addresses[0] ?? menu.name)
    return hasItems(menu) ? menu : []
  })
  if (kept.length === 0 && report.errors.count === 0) report.errors.add(file.name, withoutItems([...without]))
  for (const link of without) report.addLoss(WITHOUT_CONTENT, link)
  for (const thing of graph.things)
    if (thing.types.has('MenuItem') && !context.seen.has(thing))
      report.addLoss(WITHOUT_MENU, cleanText(valuesOf(thing, 'name')[0]) || thing.id || 'without a name')
  return kept
}

function withoutItems(links: readonly string[]): string {
  const [found, advice] =
    links.length === 0
      ? ['has none', '']
      : ['only names or links to one', `save ${listNames(links, SHOWN_LINKS)} and import that, or `]
  return `must have a schema.org Menu with items in its JSON-LD, but ${found}: ${advice}${AS_SPREADSHEET}`
}
