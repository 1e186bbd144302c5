import { DocumentError } from '../documents/document-error.ts'
import type { InputFile } from '../documents/input-file.ts'
import type { MenuFormat } from './format.ts'
import { MENU_OPTIONS } from './format-options.ts'
import { AS_SPREADSHEET } from './mapping/advice.ts'
import { finishMenus } from './mapping/finish.ts'
import { readTwice } from './mapping/reading.ts'
import { hasItems, type SourceMenu } from './mapping/source-menu.ts'
import { cleanText } from './mapping/text.ts'
import type { ConversionReport } from './report.ts'
import { readBlocks } from './schema-org/blocks.ts'
import { readGraph, valuesOf } from './schema-org/graph.ts'
import { addressesOf, findMenus, readMenu } from './schema-org/schema-menus.ts'

const WITHOUT_CONTENT =
  '[menu is|menus are] left out, because [its|their] sections and items are not in the file'
const WITHOUT_MENU = '[item is|items are] left out, because no menu in the file contains [it|them]'
const KEYWORD = /"@(?:context|graph|type)"\s*:/

/** JSON-LD with schema.org's menus, alone or in a web page. */
export const schemaOrg: MenuFormat = {
  options: [...MENU_OPTIONS, 'currency', 'modifiers'],
  matches: ({ kind, text }) =>
    kind === 'html' ||
    (kind === 'text' && /<script\b/i.test(text) && /application\/ld\+json/i.test(text)) ||
    (kind === 'json' && KEYWORD.test(text)),

  async read(files, options, report) {
    const documents = files.map((file) => readDocument(file, report))
    const menus = readTwice(options, report, (reading) =>
      documents.map(({ name, graph, menus: found }) =>
        found.map((menu) => readMenu(menu, name, { ...reading, graph })),
      ),
    )
    report.errors.throwIfAny()
    for (const document of documents) reportOthers(document, report)
    const kept = documents.flatMap((document, index) => withItems(document, menus[index] ?? [], report))
    return finishMenus('schema-org', withoutRepeats(kept, report), options, report)
  },
}

/** Reports the items that no menu contains. */
function reportOthers({ graph, menus }: Document, report: ConversionReport): void {
  const inMenus = graph.within(menus.map(({ thing }) => thing))
  for (const thing of graph.things)
    if (thing.types.has('MenuItem') && !inMenus.has(thing))
      report.lose(WITHOUT_MENU, cleanText(valuesOf(thing, 'name')[0]) || thing.id || 'without a name')
}

type Document = ReturnType<typeof readDocument>

function readDocument(file: InputFile, report: ConversionReport) {
  const { values, broken } = readBlocks(file, report)
  const graph = readGraph(values)
  const { menus, links } = findMenus(graph)
  if (menus.length === 0) throw new DocumentError([...broken, withoutMenus(file.name, links)].join('\n'))
  for (const link of links) report.lose(WITHOUT_CONTENT, link)
  return { name: file.name, graph, menus }
}

/**
 * The menus that have items. Menus of which a page has only the names of the sections are reported.
 * @throws {DocumentError} if no menu has items
 */
function withItems({ name, menus: found }: Document, menus: readonly SourceMenu[], report: ConversionReport) {
  const addresses = found.map(({ thing }) => addressesOf(thing))
  if (!menus.some(hasItems)) throw new DocumentError(withoutMenus(name, addresses.flat()))
  return menus.filter((menu, index) => {
    if (!hasItems(menu)) report.lose(WITHOUT_CONTENT, addresses[index]?.[0] ?? menu.name)
    return hasItems(menu)
  })
}

function withoutMenus(file: string, links: readonly string[]): string {
  const link = links.find((one) => /^(https?:)?\//.test(one))
  return link === undefined
    ? `${file}: must have a schema.org Menu with sections or items in its JSON-LD, as a type or in hasMenu, but has none: ${AS_SPREADSHEET}`
    : `${file}: must have a schema.org Menu with sections or items, but only links to one: save ${link} and import that, or ${AS_SPREADSHEET}`
}

const REPEATED = '[menu is|menus are] left out, because [it is|they are] the same as another one'

/** Keeps each menu of a restaurant once, and drops the same menu without a restaurant. Pages have both. */
function withoutRepeats(menus: readonly SourceMenu[], report: ConversionReport): readonly SourceMenu[] {
  const known = new Set(menus.filter(({ restaurant }) => restaurant !== undefined).map(contentOf))
  const kept = menus.filter((menu) => {
    const content = contentOf(menu)
    const key = menu.restaurant === undefined ? content : JSON.stringify([menu.restaurant, content])
    return known.size < known.add(key).size
  })
  if (kept.length < menus.length) report.skip(REPEATED, menus.length - kept.length)
  return kept
}

/** The content of a menu, without the ids. */
function contentOf({ name, groups }: SourceMenu): string {
  return JSON.stringify([name, groups], (key, value) => (key === 'sourceId' ? undefined : value))
}
