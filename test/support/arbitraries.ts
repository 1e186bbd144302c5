import type { TSchema } from '@sinclair/typebox'
import fc from 'fast-check'
import { DAYS } from '../../src/device/sites/schema.ts'
import type { ImportFile, ImportFileGroup, ImportFileItem } from '../../src/documents/schema.ts'
import { type Field, schemasOf, type WrittenFields } from '../../src/lib/fields.ts'
import { GROUP_FIELDS, ITEM_FIELDS } from '../../src/menu/schema.ts'

/** Random import files: trees of groups and items as an operator might write them, without duplicate ids in a menu. */

/** Any text as it is stored, sometimes text that is difficult for JSON, SQL, URLs or JavaScript. */
export const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((any) => any.normalize('NFC')),
  fc.constantFrom(
    '__proto__',
    'constructor',
    "'; DROP TABLE menus; --",
    '%00',
    '\u2028',
    'é',
    '\ufeff',
    '💥',
    '>',
    ' ',
  ),
)
const tag = fc.oneof(fc.constantFrom('a', 'b', 'c', 'a,b', '1', 'k:v', 'Provence, France'), text)
const tags = fc.array(tag, { maxLength: 4 })
const amount = (max: number) =>
  fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double({ min: 0, max, noNaN: true }))

/** Any instant of the years 1 to 9999 with up to 9 fractional digits, in UTC and ending in Z. */
export const instant = fc
  .record({
    seconds: fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }),
    fraction: fc.option(fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 9 })),
  })
  .map(({ seconds, fraction }) => {
    const whole = new Date(seconds * 1000).toISOString().slice(0, 19)
    return `${whole}${fraction === null ? '' : `.${fraction}`}Z`
  })

/** A random value that a schema of something written allows. */
function anyWritten(written: TSchema): fc.Arbitrary<unknown> {
  const types: unknown[] = [written['type']].flat()
  if (types.includes('null')) return fc.option(anyWritten({ ...written, type: types[0] }))
  if (types.includes('boolean')) return fc.boolean()
  if (types.includes('integer')) return fc.nat()
  if (types.includes('number')) return amount(written['maximum'])
  if (types.includes('array')) return tags
  return written['format'] === 'timestamp' ? instant : text
}

/** A random value of each field, also of those that can be left out. */
export function valuesOf<Of extends Readonly<Record<string, Field>>>(fields: Of) {
  const values = Object.entries<TSchema>(schemasOf(fields, 'written')).map(([name, schema]) => [
    name,
    anyWritten(schema),
  ])
  return Object.fromEntries(values) as {
    [Name in keyof WrittenFields<Of>]-?: fc.Arbitrary<Exclude<WrittenFields<Of>[Name], undefined>>
  }
}

/** Often none, so that trees are seldom as large as they can be: large ones take long and show little more. */
function few<Member>(member: fc.Arbitrary<Member>, maxLength: number): fc.Arbitrary<Member[]> {
  return fc.oneof(fc.array(member, { maxLength }), fc.array(member, { maxLength: maxLength - 1 }))
}

function items(levels: number): fc.Arbitrary<RandomItem[]> {
  if (levels === 0) return fc.constant([])
  return few(fc.record({ ...valuesOf(ITEM_FIELDS), items: items(levels - 1) }), 2)
}

function groups(levels: number): fc.Arbitrary<RandomGroup[]> {
  if (levels === 0) return fc.constant([])
  return few(fc.record({ ...valuesOf(GROUP_FIELDS), groups: groups(levels - 1), items: items(3) }), 3)
}

/* Every field of an import file is random, so that round trips notice a lost one. */

type Complete<Fields> = { [Name in keyof Fields]-?: Exclude<Fields[Name], undefined> }

export interface RandomItem extends Complete<Omit<ImportFileItem, 'id' | 'items' | 'replacedTags'>> {
  id?: string
  items: RandomItem[]
}

export interface RandomGroup extends Complete<Omit<ImportFileGroup, 'id' | 'groups' | 'items'>> {
  id?: string
  groups: RandomGroup[]
  items: RandomItem[]
}

export interface RandomMenu {
  id: string
  name: string
  location: { name: string | null; restaurantName: string | null } | null
  groups: RandomGroup[]
}

const location = fc.option(fc.record({ name: fc.option(text), restaurantName: fc.option(text) }))

const filledName = fc.oneof(
  fc.constant('Same'),
  text.filter((name) => /\S/.test(name)),
)
const menu = fc.record({ name: filledName, location, groups: groups(4) })

/** Menus in which every group and item has an id: g1, g2, … and i1, i2, … in each menu. */
export const menus: fc.Arbitrary<RandomMenu[]> = fc
  .array(menu, { maxLength: 4 })
  .map((list) => list.map((menu, n) => ({ ...menu, id: `m${n}`, groups: numbered(menu.groups) })))

function numbered(topLevel: RandomGroup[]): RandomGroup[] {
  let groups = 0
  let items = 0
  const numberItems = (list: RandomItem[]): RandomItem[] =>
    list.map((item) => ({ ...item, id: `i${++items}`, items: numberItems(item.items) }))
  const numberGroups = (list: RandomGroup[]): RandomGroup[] =>
    list.map((group) => ({
      ...group,
      id: `g${++groups}`,
      groups: numberGroups(group.groups),
      items: numberItems(group.items),
    }))
  return numberGroups(topLevel)
}

export const timeZone = fc.constantFrom('Europe/Paris', 'America/Argentina/Buenos_Aires', 'UTC')

const minute = fc
  .nat({ max: 24 * 60 - 1 })
  .map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16))
const window = { from: minute, to: fc.oneof(minute, fc.constant('24:00')) }
/** Opening hours. */
export const hours = fc.record({
  windows: fc.array(
    fc.record({ days: fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1 }), ...window }),
    {
      maxLength: 3,
    },
  ),
  exceptions: fc.uniqueArray(
    fc.record({
      date: instant.map((timestamp) => timestamp.slice(0, 10)),
      windows: fc.array(fc.record(window), { maxLength: 2 }),
    }),
    { selector: ({ date }) => date, maxLength: 3 },
  ),
})

/** Sites with the ids s0, s1, … */
export const sites: fc.Arbitrary<Complete<ImportFile['sites'][number]>[]> = fc
  .array(fc.record({ name: filledName, timezone: timeZone, hours: fc.option(hours) }), { maxLength: 3 })
  .map((list) => list.map((site, n) => ({ ...site, id: `s${n}` })))
