import { expect, test } from 'vitest'
import { importDocument } from '../../src/documents/import.ts'
import { exportTable, type TableKind } from '../../src/formats/export-table.ts'
import { convert, NOW_MS } from '../support/convert.ts'
import { exported, openMemory } from '../support/database.ts'

/** The same item, a tofu bowl, in each format that has a place for allergens or diets. */
const FILES: Readonly<Record<string, readonly [content: string | object, tags: readonly string[]]>> = {
  'square.json': [
    {
      objects: [
        {
          type: 'ITEM',
          id: 'i',
          item_data: {
            name: 'Tofu Bowl',
            food_and_beverage_details: {
              dietary_preferences: [{ standard_name: 'GLUTEN_FREE' }, { standard_name: 'VEGAN' }],
              ingredients: [{ standard_name: 'SOY' }, { custom_name: 'Tree nuts' }],
            },
          },
        },
      ],
    },
    ['diet:gluten_free', 'diet:vegan', 'allergen:soya', 'allergen:nuts'],
  ],
  'toast.json': [
    {
      menus: [
        {
          name: 'Lunch',
          guid: 'm',
          menuGroups: [
            {
              name: 'Mains',
              guid: 'g',
              menuItems: [
                {
                  name: 'Tofu Bowl',
                  guid: 'i',
                  itemTags: [{ name: 'Gluten-Free' }],
                  allergens: [{ code: 'SOYBEANS' }, { code: 'TREE_NUTS' }],
                },
              ],
            },
          ],
        },
      ],
    },
    ['Gluten-Free', 'diet:gluten_free', 'allergen:soya', 'allergen:nuts'],
  ],
  'menu.jsonld': [
    {
      '@context': 'https://schema.org',
      '@type': 'Menu',
      name: 'Lunch',
      hasMenuItem: {
        '@type': 'MenuItem',
        name: 'Tofu Bowl',
        suitableForDiet: ['https://schema.org/GlutenFreeDiet', 'VeganDiet'],
      },
    },
    ['diet:gluten_free', 'diet:vegan'],
  ],
  'menu.csv': [
    'menu,group,item,allergens,diets\nLunch,Mains,Tofu Bowl,"soy, tree nuts","gluten-free, vegan"',
    ['allergen:soya', 'allergen:nuts', 'diet:gluten_free', 'diet:vegan'],
  ],
}
const KINDS: readonly TableKind[] = ['csv', 'xlsx']

async function joined(parts: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const buffers: Buffer[] = []
  for await (const part of parts) buffers.push(Buffer.from(part))
  return Buffer.concat(buffers)
}

test.each(Object.entries(FILES))(
  '%s: the tags are those that boards know, and survive every export',
  async (name, [content, tags]) => {
    const { menus } = await convert(name, content, name === 'square.json' ? { menuName: 'Lunch' } : {})
    expect(menus[0]?.groups[0]?.items[0]?.tags).toEqual(tags)

    const database = await openMemory()
    await importDocument(database, { menus }, { clock: () => NOW_MS })
    expect(JSON.parse(await exported(database)).menus[0].groups[0].items[0].tags).toEqual(tags)
    for (const kind of KINDS) {
      const table = await convert(`exported.${kind}`, await joined(exportTable(database, kind)))
      expect(table.menus[0]?.groups[0]?.items[0]?.tags).toEqual(tags)
    }
    await database.close()
  },
)
