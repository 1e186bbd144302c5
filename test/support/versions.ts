import { group, item, menu } from './documents.ts'

/**
 * Two menus that are always imported together. Each version of them differs from every other in all fields. A
 * third menu whose items are marked out of stock one after the other, then in stock again, and so on.
 */

// Enough groups that a commit would soon occur between reading groups and items, if both were not read in one snapshot.
const VERSIONED_GROUPS = 20
const TWIN_GROUPS = 4
const STOCK_ITEMS = 64

/** The version of the menus, and the number of changes to the stock. */
export interface Moment {
  readonly version: number
  /** The number of items that have been marked since the start. */
  readonly step: number
}

export function versionedMenus(version: number) {
  return [
    versionedMenu('versioned', VERSIONED_GROUPS, version),
    versionedMenu('twin', TWIN_GROUPS, version),
  ] as const
}

function versionedMenu(id: string, groupCount: number, version: number) {
  return menu(id, {
    name: `${id} version ${version}`,
    location: { name: `place version ${version}` },
    groups: Array.from({ length: groupCount }, (_, n) => versionedGroup(`${id}-${n}`, version)),
  })
}

function versionedGroup(id: string, version: number) {
  return group(`${id} version ${version}`, {
    id,
    tags: [id, `version ${version}`],
    items: Array.from({ length: itemCount(version) }, (_, n) => versionedItem(`${id}-${n}`, version)),
  })
}

function versionedItem(id: string, version: number) {
  return item(`${id} version ${version}`, { id, price: version, tags: [`version ${version}`] })
}

/** Versions also differ in size, so that leftover or missing items are detected. */
function itemCount(version: number): number {
  return 1 + (version % 4)
}

export function stockMenu() {
  const items = Array.from({ length: STOCK_ITEMS }, (_, n) => item(`${n}`, { id: stockId(n) }))
  return menu('stock', { groups: [group('shelf', { items })] })
}

/** The item that step number `step` (from 1) marks, and whether it is then in stock. */
export function stockChange(step: number): [itemId: string, inStock: boolean] {
  const n = (step - 1) % STOCK_ITEMS
  return [stockId(n), isInStock(n, step)]
}

function stockId(n: number): string {
  return `stock-${n}`
}

function isInStock(n: number, step: number): boolean {
  const passes = Math.floor(step / STOCK_ITEMS) + (n < step % STOCK_ITEMS ? 1 : 0)
  return passes % 2 === 0
}

/** After two passes the stock is the same again. */
const CYCLE = 2 * STOCK_ITEMS
const stepsByPattern = new Map(
  Array.from({ length: CYCLE }, (_, step) => [
    Array.from({ length: STOCK_ITEMS }, (_, n) => isInStock(n, step)).join(),
    step,
  ]),
)

/** A request, and what its response must contain. */
export interface VersionedRequest {
  readonly path: string
  /** The number of places in which the response contains its version. */
  readonly countMarks: (version: number) => number
  readonly hasStock: boolean
}

const none = () => 0
const ofGroups = (count: number) => (version: number) => count * (2 + 3 * itemCount(version))
const ofMenus = () => 4

export const REQUESTS: readonly VersionedRequest[] = [
  { path: '/v1/groups?menus=versioned', countMarks: ofGroups(VERSIONED_GROUPS), hasStock: false },
  { path: '/v1/groups?menus=stock', countMarks: none, hasStock: true },
  { path: '/v1/groups', countMarks: ofGroups(VERSIONED_GROUPS + TWIN_GROUPS), hasStock: true },
  { path: '/v1/groups?menus=versioned,stock', countMarks: ofGroups(VERSIONED_GROUPS), hasStock: true },
  { path: '/v1/groups?tags=versioned-3', countMarks: ofGroups(1), hasStock: false },
  { path: '/v1/menus/versioned/groups/options', countMarks: () => VERSIONED_GROUPS, hasStock: false },
  { path: '/v1/menus', countMarks: ofMenus, hasStock: false },
  { path: '/v1/menus/options', countMarks: ofMenus, hasStock: false },
]

/**
 * The first moment that looks like the one that a response shows, as far as it can be determined.
 * @throws {Error} if the response mixes several moments
 */
export function momentOf({ countMarks, hasStock }: VersionedRequest, body: string): Partial<Moment> {
  return {
    ...(countMarks(0) > 0 ? { version: versionOf(body, countMarks) } : {}),
    ...(hasStock ? { step: stepOf(body) } : {}),
  }
}

function versionOf(body: string, countMarks: VersionedRequest['countMarks']): number {
  const marks = Array.from(body.matchAll(/(?:version |"price":)(\d+)/g), ([, digits]) => Number(digits))
  const [version = 0] = marks
  const versions = [...new Set(marks)]
  if (versions.length !== 1) throw new Error(`shows versions ${versions.join(' and ') || 'none'} at once`)
  const expected = countMarks(version)
  if (marks.length !== expected) {
    throw new Error(`shows version ${version} in ${marks.length} places, though it has ${expected}`)
  }
  return version
}

interface Envelope {
  groups: { id: string; items: { id: string; inStock: boolean }[] }[]
}

/** The same moment, but with the last started step that leaves the stock as it was then. */
export function toLatestMoment({ step, ...moment }: Partial<Moment>, started: Moment): Partial<Moment> {
  return step === undefined ? moment : { ...moment, step: lastLike(step, started.step) }
}

/** The last started step that leaves the stock as this one does. */
function lastLike(step: number, started: number): number {
  return started - ((started - step + CYCLE) % CYCLE)
}

function stepOf(body: string): number {
  const { groups }: Envelope = JSON.parse(body)
  const shelf = groups.find(({ id }) => id === 'group-shelf')
  const pattern = shelf?.items.map(({ inStock }) => inStock).join() ?? ''
  const step = stepsByPattern.get(pattern)
  if (step === undefined) throw new Error(`shows a stock that never existed: ${pattern}`)
  return step
}
