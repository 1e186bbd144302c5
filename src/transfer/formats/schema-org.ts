import { DocumentError } from '../errors.ts'
import { MENU_OPTIONS, type MenuFormat } from './format.ts'
import type { InputFile } from './input-file.ts'
import { AS_SPREADSHEET } from './mapping/advice.ts'
import { finishMenus } from './mapping/finish.ts'
import { readTwice } from './mapping/reading.ts'
import { hasItems, type SourceMenu } from './mapping/source-menu.ts'
import type { ConversionReport } from './report.ts'
import { readBlocks } from './schema-org/blocks.ts'
import type { Graph } from './schema-org/graph.ts'
import { addressesOf, type FoundMenu, findMenus, readMenu } from './schema-org/menus.ts'
import { readGraph } from './schema-org/read-graph.ts'

const WITHOUT_CONTENT =
  '[menu is|menus are] left out, because [its|their] sections and items are not in the file'
const FIELDS = ['@context', '@graph', '@type', '[].@context', '[].@graph', '[].@type']

/** JSON-LD with schema.org's menus, alone or in a web page. */
export const schemaOrg: MenuFormat = {
  options: [...MENU_OPTIONS, 'currency', 'modifiers'],
  matches: ({ kind, paths, text }) =>
    (kind === 'html' && !/<(\w+:)?omf[\s>]/.test(text)) ||
    (kind === 'text' && /<script\b/i.test(text) && /application\/ld\+json/i.test(text)) ||
    FIELDS.some((field) => paths.has(field)),

  async read(files, options, report) {
    const documents = files.map((file) => readDocument(file, report))
    const menus = readTwice(options, report, (reading) =>
      documents.flatMap((document) => {
        reading.prices.beginFile(document.name)
        const { name, graph, menus } = document
        const read = menus.map((menu) => readMenu(menu, name, { ...reading, graph }))
        return withItems(read, document, reading.report)
      }),
    )
    return finishMenus('schema-org', withoutRepeats(menus, report), options, report)
  },
}

interface Document {
  readonly name: string
  readonly graph: Graph
  readonly menus: readonly FoundMenu[]
}

function readDocument(file: InputFile, report: ConversionReport): Document {
  const { values, broken } = readBlocks(file, report)
  const graph = readGraph(file.name, values)
  const { menus, links } = findMenus(graph)
  if (menus.length === 0) throw new DocumentError([...broken, withoutMenus(file.name, links)].join('\n'))
  for (const link of links) report.lose(WITHOUT_CONTENT, link)
  return { name: file.name, graph, menus }
}

/**
 * The menus that have items. Those of which a page only has the names of the sections are reported.
 * @throws {DocumentError} if there are no others
 */
function withItems(
  menus: readonly SourceMenu[],
  { name, graph, menus: found }: Document,
  report: ConversionReport,
) {
  report.errors.throwIfAny()
  const addresses = found.map((menu) => addressesOf(menu, graph))
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

/** Each menu once. Pages have one both in their restaurant and on its own. */
function withoutRepeats(menus: readonly SourceMenu[], report: ConversionReport): readonly SourceMenu[] {
  const kept: SourceMenu[] = []
  const byContent = new Map<string, number[]>()
  for (const menu of menus) {
    const key = contentOf(menu)
    const same = byContent.get(key) ?? []
    const index = same.find((one) => canBeOf(kept[one]?.restaurant, menu.restaurant))
    const known = index === undefined ? undefined : kept[index]
    if (index === undefined || known === undefined) byContent.set(key, [...same, kept.push(menu) - 1])
    else {
      kept[index] = { ...known, restaurant: known.restaurant ?? menu.restaurant }
      report.skip(REPEATED)
    }
  }
  return kept
}

function canBeOf(one: SourceMenu['restaurant'], other: SourceMenu['restaurant']): boolean {
  return one === other || !one || !other
}

/** All that is on a menu, without the ids. */
function contentOf({ name, groups }: SourceMenu): string {
  return JSON.stringify([name, groups], (key, value) => (key === 'sourceId' ? undefined : value))
}
