import type { ImportFileGroup } from '../../src/documents/schema.ts'
import type { FormatOptions } from '../../src/formats/format-options.ts'
import { convert } from './convert.ts'

type Fields = Readonly<Record<string, unknown>>

export const usd = (amount: unknown) => ({ amount, currency: 'USD' })

/** An object of a Square catalog. `extra` are fields beside its data. */
function object(type: string, id: string, data: Fields, extra: Fields) {
  return { type, id, ...extra, [`${type.toLowerCase()}_data`]: data }
}

/** A category with the name that is its id. */
export const category = (id: string, data: Fields = {}, extra: Fields = {}) =>
  object('CATEGORY', id, { name: id, ...data }, extra)

/** A category within another one. */
export const childCategory = (id: string, parentId: string, ordinal?: unknown) =>
  category(id, { parent_category: { id: parentId, ordinal } })

/** An item with the name that is its id, and a nameless variation for $8 unless `data` has others. */
export const item = (id: string, data: Fields = {}, extra: Fields = {}) =>
  object('ITEM', id, { name: id, variations: [variation(`${id}-only`, { name: 'Regular' })], ...data }, extra)

/** A variation for $8 with the name that is its id. */
export const variation = (id: string, data: Fields = {}, extra: Fields = {}) =>
  object('ITEM_VARIATION', id, { name: id, price_money: usd(800), ...data }, extra)

/** A custom attribute of the type SELECTION. */
export const selection = (id: string, namesByUid: Readonly<Record<string, string>>) =>
  object(
    'CUSTOM_ATTRIBUTE_DEFINITION',
    id,
    {
      selection_config: {
        allowed_selections: Object.entries(namesByUid).map(([uid, name]) => ({ uid, name })),
      },
    },
    {},
  )

/** Converts a response with these objects. @returns its single menu, and the lines of the report */
export async function convertObjects(objects: readonly unknown[], options: Partial<FormatOptions> = {}) {
  const { menus, lines } = await convert(
    'square.json',
    { objects },
    { as: 'square', menuName: 'Lunch', ...options },
  )
  const [menu, ...others] = menus
  if (menu === undefined || others.length > 0) throw new Error(`There are ${menus.length} menus.`)
  return { menu, groups: menu.groups, lines }
}

/** Converts a single item without a category. @returns it, and the lines of the report */
export async function convertItem(
  data: Fields,
  {
    objects = [],
    extra = {},
    ...options
  }: Partial<FormatOptions> & { objects?: unknown[]; extra?: Fields } = {},
) {
  const { groups, lines } = await convertObjects([item('Latte', data, extra), ...objects], options)
  const found = groups[0]?.items[0]
  if (found === undefined) throw new Error('The item is left out.')
  return { item: found, lines }
}

/** The names of groups, and in each group those of its items and then of its groups. */
export function outline(groups: readonly ImportFileGroup[]): Record<string, unknown[]> {
  const entries = groups.map(({ name, items, groups: children }) => {
    const names = items.map((one) => one.name)
    return [name, children.length === 0 ? names : [...names, outline(children)]] as const
  })
  return Object.fromEntries(entries)
}
