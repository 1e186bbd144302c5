import fc from 'fast-check'
import { LABELLINGS } from '../../src/boards/labellings.ts'
import { LOOKS } from '../../src/boards/looks.ts'
import { type MarkStyle, marksFor } from '../../src/boards/shared/marks.ts'
import { group, item, menu } from './documents.ts'
import type { Painted } from './painted.ts'

/* Random boards, each with a menu of its own in which each name, each price and each text is there once. */

/** What the names of a menu consist of, and how they are numbered so that no name contains a digit. */
interface Script {
  readonly locale: string
  readonly words: readonly string[]
  readonly groups: readonly string[]
  readonly digits: readonly string[]
  readonly space: string
}

const SCRIPTS: Readonly<Record<'latin' | 'japanese' | 'arabic', Script>> = {
  latin: {
    locale: 'en',
    words: ['Roast', 'Chicken', 'with', 'Black', 'Bean', 'Sauce', 'Cheesecake', 'and', 'Wholegrain', 'Oat'],
    groups: ['Grill', 'Sandwiches', 'From the Oven', 'Drinks'],
    digits: [...'bcdfghklmn'],
    space: ' ',
  },
  japanese: {
    locale: 'ja',
    words: ['味噌', '特製', 'ラーメン', '焼き', '餃子', 'チャーシュー', '温泉玉子'],
    groups: ['麺', '飯物', '甘味'],
    digits: [...'〇一二三四五六七八九'],
    space: '',
  },
  arabic: {
    locale: 'ar-EG-u-nu-latn',
    words: ['دجاج', 'مشوي', 'كباب', 'سلطة', 'خبز', 'بالزعتر', 'لحم'],
    groups: ['مشاوي', 'مقبلات', 'مشروبات'],
    digits: [...'بتثجحخدذرز'],
    space: ' ',
  },
}

const VIEWPORTS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 3840, height: 2160 },
  { width: 2160, height: 3840 },
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 2560, height: 1080 },
]
const ALLERGENS = ['milk', 'gluten', 'eggs', 'nuts', 'soya', 'sesame'].map((slug) => `allergen:${slug}`)
const MIN_PRICE_CENTS = 1000

interface RandomDish {
  readonly id: string
  readonly name: string
  readonly price: number | null
  readonly calories: number | null
  readonly description: string | null
  readonly tags: readonly string[]
  readonly inStock: boolean
  readonly items: readonly RandomDish[]
}

interface RandomSection {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly groups: readonly RandomSection[]
  readonly items: readonly RandomDish[]
}

export interface RandomBoard {
  readonly menu: { readonly id: string; readonly groups: readonly RandomSection[] }
  /** The parameters of an address without the menu. */
  readonly query: string
  /** How many screens share the menu. */
  readonly screens: number
  readonly viewport: { readonly width: number; readonly height: number }
  readonly marks: MarkStyle
}

/** What children an item has: choices at its own price, sizes that its group shares, or options that may have options. */
const KINDS = ['plain', 'choices', 'sizes', 'options'] as const

const share = (percent: number) => fc.nat({ max: 99 }).map((value) => value < percent)
const words = (most: number) => fc.array(fc.nat(), { minLength: 1, maxLength: most })
const detail = {
  description: share(30),
  tags: fc.subarray(ALLERGENS),
  calories: share(40),
  inStock: share(92),
}

const option = fc.record({ words: words(3), ...detail, isPriced: share(80), options: fc.nat({ max: 0 }) })
const outerOption = fc.record({
  words: words(3),
  ...detail,
  isPriced: share(80),
  options: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat({ max: 4 })),
})
const optionCount = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 2, max: 9 }) },
  { weight: 1, arbitrary: fc.integer({ min: 10, max: 60 }) },
)

const dish = (hasChildren: boolean) =>
  fc.record({
    words: fc.oneof({ weight: 9, arbitrary: words(4) }, words(12)),
    ...detail,
    kind: hasChildren
      ? fc.oneof({ weight: 3, arbitrary: fc.constant('plain' as const) }, fc.constantFrom(...KINDS))
      : fc.constant('plain' as const),
    count: optionCount,
    options: fc.infiniteStream(outerOption),
    inner: fc.infiniteStream(option),
  })

type Shape = ReturnType<typeof dish> extends fc.Arbitrary<infer Value> ? Value : never
type OptionShape = typeof option extends fc.Arbitrary<infer Value> ? Value : never

const section = (items: number, hasChildren: boolean) =>
  fc.record({
    words: words(1),
    description: share(20),
    sizes: fc.integer({ min: 2, max: 5 }),
    items: fc.array(dish(hasChildren), { minLength: 1, maxLength: items, size: 'max' }),
  })

type SectionShape = ReturnType<typeof section> extends fc.Arbitrary<infer Value> ? Value : never

/** Few or many groups, which may be in other groups. */
const sections = (groups: number, items: number) =>
  fc.boolean().chain((hasChildren) =>
    fc.array(fc.record({ own: section(items, hasChildren), isInner: share(20) }), {
      minLength: 1,
      maxLength: groups,
      size: 'max',
    }),
  )

const board = fc.record({
  script: fc.oneof(
    { weight: 3, arbitrary: fc.constant('latin' as const) },
    fc.constantFrom('japanese' as const, 'arabic' as const),
  ),
  sections: fc.oneof(
    { weight: 4, arbitrary: sections(3, 4) },
    { weight: 4, arbitrary: sections(8, 9) },
    { weight: 1, arbitrary: sections(20, 25) },
  ),
  look: fc.constantFrom(...LOOKS),
  viewport: fc.constantFrom(...VIEWPORTS),
  screens: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 4 })),
  labelling: fc.constantFrom('none' as const, 'none' as const, ...LABELLINGS),
  marks: fc.constantFrom('letters' as const, 'numbers' as const),
  distance: fc.constantFrom(3, 3, 2, 4, 5),
  maxPages: fc.integer({ min: 1, max: 3 }),
  hasTitle: fc.boolean(),
})

type BoardShape = typeof board extends fc.Arbitrary<infer Value> ? Value : never

/** Returns as many boards as wanted; the same for the same seed. */
export function randomBoards(seed: number, count: number): RandomBoard[] {
  return fc.sample(board, { seed, numRuns: count }).map(boardOf)
}

function boardOf(shape: BoardShape, index: number): RandomBoard {
  const { script, look, screens, viewport, labelling, marks, distance, maxPages, hasTitle } = shape
  const parameters = { labelling, marks, distance, maxpages: maxPages, currency: 'EUR' }
  const query = new URLSearchParams({
    theme: look,
    locale: SCRIPTS[script].locale,
    ...Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, `${value}`])),
    ...(hasTitle ? { title: 'Corner' } : {}),
  })
  const groups = createWriter(SCRIPTS[script]).groupsOf(shape.sections)
  return {
    menu: menu(`random-${index}`, { groups: [...groups] }) as RandomBoard['menu'],
    query: `${query}`,
    screens,
    viewport,
    marks,
  }
}

/** Writes names and prices, each once. */
function createWriter({ words: known, groups: knownGroups, digits, space }: Script) {
  let count = 0
  return { groupsOf }

  function numbered(given: readonly number[], from: readonly string[]): string {
    const number = [...`${++count}`].map((digit) => digits[Number(digit)]).join('')
    return [...given.map((place) => from[place % from.length]), number].join(space)
  }

  function groupsOf(shapes: readonly { own: SectionShape; isInner: boolean }[]): readonly RandomSection[] {
    const [outer, inner] = [shapes.filter(({ isInner }) => !isInner), shapes.filter(({ isInner }) => isInner)]
    if (outer.length === 0) return inner.map(({ own }) => groupOf(own, []))
    return outer.map(({ own }, index) =>
      groupOf(
        own,
        inner.filter((_, place) => place % outer.length === index).map((one) => groupOf(one.own, [])),
      ),
    )
  }

  function groupOf(shape: SectionShape, groups: readonly RandomSection[]): RandomSection {
    const name = numbered(shape.words, knownGroups)
    const sizes = Array.from({ length: shape.sizes }, () => numbered([0], known))
    const items = shape.items.map((one) => dishOf(one, sizes))
    return group(name, {
      description: textFor(shape.description),
      groups: [...groups],
      items,
    }) as RandomSection
  }

  function textFor(isWanted: boolean): string | null {
    return isWanted
      ? numbered(
          Array.from({ length: 7 }, (_, n) => n + count),
          known,
        )
      : null
  }

  function dishOf(shape: Shape, sizes: readonly string[]): RandomDish {
    const name = numbered(shape.words, known)
    const price = shape.kind === 'sizes' ? null : priceOf()
    const items = childrenOf(shape, sizes, name)
    return item(name, { ...detailsOf(shape), price, items }) as RandomDish
  }

  function childrenOf({ kind, count: most, options, inner }: Shape, sizes: readonly string[], owner: string) {
    if (kind === 'plain') return []
    if (kind === 'sizes')
      return sizes.map((size) =>
        item(size, {
          id: `${owner} ${size}`,
          price: priceOf(),
          calories: caloriesOf(),
          tags: [],
          inStock: true,
          items: [],
        }),
      )
    return [...options.take(most)].map((one) => optionOf(one, kind === 'choices', inner))
  }

  function optionOf(shape: OptionShape, isChoice: boolean, inner: fc.Stream<OptionShape>): RandomDish {
    const name = numbered(shape.words, known)
    const items = isChoice ? [] : [...inner.take(shape.options)].map((one) => optionOf(one, false, inner))
    return item(name, {
      ...detailsOf(shape),
      price: isChoice || !shape.isPriced ? null : priceOf(),
      items,
    }) as RandomDish
  }

  function detailsOf({
    description,
    tags,
    calories,
    inStock,
  }: Omit<OptionShape, 'words' | 'options' | 'isPriced'>) {
    return { description: textFor(description), tags, inStock, calories: calories ? caloriesOf() : null }
  }

  function priceOf(): number {
    return (MIN_PRICE_CENTS + ++count) / 100
  }

  /** In steps that no law rounds. */
  function caloriesOf(): number {
    return 100 + 10 * (++count % 90)
  }
}

/** Returns what of a menu was painted on no page. A board shows all descriptions of items or none, and sold-out items by their names alone. */
export function missingOf(
  { menu: { groups }, marks: style }: RandomBoard,
  looks: readonly Painted[],
): string[] {
  const dishes = new Set(dishesIn(groups).map(({ name }) => name))
  const painted = new Map<string, string[]>()
  let current: string[] = []
  for (const { isItem, texts, marks } of looks.flatMap(({ rows }) => rows)) {
    const name = isItem ? texts.find((text) => dishes.has(text)) : undefined
    if (isItem) current = painted.get(name ?? '') ?? []
    if (name !== undefined) painted.set(name, current)
    current.push(...texts, ...texts.map(digitsOf), ...marks)
  }
  const others = new Set(looks.flatMap((look) => look.others))
  const all = [...painted.values()].flat()
  const descriptions = dishesIn(groups).flatMap((dish) => descriptionsOf(dish))
  const areDescribed = descriptions.some((text) => all.includes(text))
  return [
    ...sectionsIn(groups).flatMap(({ name, description, items }) =>
      [...(items.length > 0 ? [name] : []), ...(description ? [description] : [])].filter(
        (text) => !others.has(text),
      ),
    ),
    ...dishesIn(groups).flatMap((dish) => {
      const own = painted.get(dish.name) ?? []
      const wanted = [...textsOf(dish, style), ...(areDescribed ? descriptionsOf(dish) : [])]
      return wanted
        .filter((text) => !own.includes(text) && !others.has(text))
        .map((text) => `${dish.name}: ${text}`)
    }),
  ]
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

function sectionsIn(groups: readonly RandomSection[]): RandomSection[] {
  return groups.flatMap((one) => [one, ...sectionsIn(one.groups)])
}

function dishesIn(groups: readonly RandomSection[]): readonly RandomDish[] {
  return sectionsIn(groups).flatMap(({ items }) => items)
}

/** What the rows of an item say: all of its names, prices and marks, and its calories if it has no others. */
function textsOf(dish: RandomDish, style: MarkStyle): string[] {
  const marks = allergensOf(dish, style)
  if (!dish.inStock) return [dish.name, ...marks]
  const calories = dish.items.length === 0 && dish.calories !== null ? [`${dish.calories}`] : []
  return [...namesOf(dish, true), ...calories, ...marks]
}

function namesOf({ name, price, inStock, items }: RandomDish, isOuterInStock: boolean): string[] {
  const isInStock = inStock && isOuterInStock
  const own = isInStock && price !== null ? [name, `${Math.round(price * 100)}`] : [name]
  return [...own, ...items.flatMap((child) => namesOf(child, isInStock))]
}

function allergensOf({ tags, items }: RandomDish, style: MarkStyle): string[] {
  return [
    ...marksFor(style, 'en')
      .of(tags)
      .map(({ text }) => text),
    ...items.flatMap((child) => allergensOf(child, style)),
  ]
}

/** Choices and sizes have no place for descriptions. */
function descriptionsOf({ description, inStock }: RandomDish): string[] {
  return inStock && description !== null ? [description] : []
}
