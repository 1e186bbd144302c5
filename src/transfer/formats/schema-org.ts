import { DocumentError } from '../errors.ts'
import { MENU_OPTIONS, type MenuFormat } from './format.ts'
import type { InputFile } from './input-file.ts'
import { Budget } from './mapping/budget.ts'
import { finishMenus } from './mapping/finish.ts'
import { Prices, readTwice } from './mapping/prices.ts'
import type { ConversionReport } from './report.ts'
import { readBlocks } from './schema-org/blocks.ts'
import { type Graph, readGraph } from './schema-org/graph.ts'
import { type FoundMenu, findMenus, readMenu } from './schema-org/menus.ts'

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
    const prices = new Prices(options.currency)
    const menus = readTwice(prices, report, (used) => {
      const budget = new Budget()
      return documents.flatMap(({ name, graph, menus }) => {
        prices.beginFile(name)
        return menus.map((menu) => readMenu(menu, name, { graph, prices, budget, options, report: used }))
      })
    })
    return finishMenus('schema-org', menus, options, report)
  },
}

interface Document {
  readonly name: string
  readonly graph: Graph
  readonly menus: readonly FoundMenu[]
}

function readDocument(file: InputFile, report: ConversionReport): Document {
  const graph = readGraph(readBlocks(file))
  const { menus, links } = findMenus(graph)
  if (menus.length === 0) throw new DocumentError(`${file.name}: ${withoutMenus(links)}`)
  for (const link of links) report.lose(WITHOUT_CONTENT, link)
  return { name: file.name, graph, menus }
}

function withoutMenus(links: readonly string[]): string {
  const link = links.find((one) => /^(https?:)?\//.test(one))
  return link === undefined
    ? 'must have a schema.org Menu with sections or items in its JSON-LD, as a type or in hasMenu, but has none'
    : `must have a schema.org Menu with sections or items, but only links to one: save ${link} and import that`
}
