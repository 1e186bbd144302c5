import type { Random } from './random.ts'
import * as words from './words.ts'

/** An item in an import file. */
interface Item {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly price: number | null
  readonly calories: number | null
  readonly tags: readonly string[]
  readonly inStock: boolean
  readonly items: Item[]
}

/** A group in an import file. */
interface Group {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly tags: readonly string[]
  readonly groups: Group[]
  readonly items: Item[]
}

/** A menu in an import file. */
export interface Menu {
  readonly id: string
  readonly name: string
  readonly location: { readonly name: string; readonly restaurantName: string }
  readonly groups: readonly Group[]
}

export interface Shape {
  readonly topLevelGroups: number
  readonly groups: number
  /** The number of all items, including child items. */
  readonly items: number
  /** The maximum number of levels of groups. */
  readonly levels: number
  /** The share of items that have sizes as child items. */
  readonly inSizes: number
}

/** The tag that the benchmark filters by. Every second group has it. */
export const FILTER_TAG = 'serve:hot'

/** Creates a menu with exactly the given numbers of groups and items. */
export function createMenu(random: Random, id: string, place: string, shape: Shape): Menu {
  const { topLevel, all } = createGroups(random, shape)
  fillGroups(random, all, shape)
  return {
    id,
    name: `${random.pick(words.SEASONS)} Menu`,
    location: { name: place, restaurantName: random.pick(words.RESTAURANTS) },
    groups: topLevel,
  }
}

function createGroups(random: Random, { topLevelGroups, groups, levels }: Shape) {
  const topLevel = Array.from({ length: topLevelGroups }, (_, index) => createGroup(random, index))
  const nodes = topLevel.map((group) => ({ group, level: 1 }))
  while (nodes.length < groups) {
    const parent = random.pick(nodes)
    if (parent.level === levels) continue
    const group = createGroup(random, nodes.length)
    parent.group.groups.push(group)
    nodes.push({ group, level: parent.level + 1 })
  }
  return { topLevel, all: nodes.map(({ group }) => group) }
}

function createGroup(random: Random, index: number): Group {
  const description = random.chance(0.4) ? `${random.pick(words.REMARKS)}.` : null
  const tag = random.pick(words.GROUP_TAGS)
  return {
    id: random.uuid(),
    name: `${random.pick(words.SEASONS)} ${random.pick(words.SECTIONS)}`,
    description,
    tags: index % 2 === 0 ? [FILTER_TAG, tag] : [tag],
    groups: [],
    items: [],
  }
}

/** Adds the number of items that the shape requires, to one group after another. */
function fillGroups(random: Random, groups: readonly Group[], { items, inSizes }: Shape): void {
  let remaining = items
  for (let index = 0; remaining > 0; index++) {
    const sizes = random.chance(inSizes) ? Math.min(random.integer(2, 3), remaining - 1) : 0
    groups[index % groups.length]?.items.push(createItem(random, sizes))
    remaining -= 1 + sizes
  }
}

function createItem(random: Random, sizes: number): Item {
  const [manner, main] = [random.pick(words.MANNERS), random.pick(words.MAINS)]
  const offer = createOffer(random, `${manner} ${main} ${random.pick(words.DISHES)}`)
  const description = random.chance(0.85) ? describe(random, manner, main) : null
  const tags = words.ITEM_TAGS.filter(() => random.chance(0.08))
  const items = words.SIZES.slice(0, sizes).map((size) => createOffer(random, size))
  return { ...offer, description, tags, items }
}

function createOffer(random: Random, name: string): Item {
  return {
    id: random.uuid(),
    name,
    description: null,
    price: random.integer(4, 59) / 2,
    calories: random.chance(0.9) ? random.integer(8, 180) * 5 : null,
    tags: [],
    inStock: random.chance(0.95),
    items: [],
  }
}

function describe(random: Random, manner: string, main: string): string {
  const dish = `${manner} ${main.toLowerCase()} with ${random.pick(words.SAUCES)}`
  const sides = `${random.pick(words.SIDES)} and ${random.pick(words.SIDES)}`
  return random.chance(0.2) ? `${dish}, ${sides}. ${random.pick(words.REMARKS)}.` : `${dish}, ${sides}.`
}
