import { join } from 'node:path'
import { expect, test } from 'vitest'
import { editWorkbook } from './support/edit-workbook.ts'
import { type Followed, followGuide, type GuideGroup, type GuideItem } from './support/guide.ts'

/** Every command succeeds. */
function expectExitCodes({ steps }: Followed): void {
  expect(steps.length).toBeGreaterThan(3)
  for (const { code, exitCode } of steps) expect(exitCode, code).toBe(0)
}

/** Groups and items as lines with prices, such as `Small 4.25`. What is sold out has a minus in front. */
function outline(groups: readonly GuideGroup[], indent = ''): string[] {
  return groups.flatMap((group) => [
    `${indent}${group.name}:`,
    ...itemLines(group.items, `${indent}  `),
    ...outline(group.groups, `${indent}  `),
  ])
}

function itemLines(items: readonly GuideItem[], indent: string): string[] {
  return items.flatMap(({ name, price, inStock, items: sizes }) => [
    `${indent}${inStock ? '' : '- '}${name}${price === null ? '' : ` ${price}`}`,
    ...itemLines(sizes, `${indent}  `),
  ])
}

test('from Square: every command prints what the page shows, and the board has the menu with the new price', async () => {
  const followed = await followGuide('docs/tutorials/from-square.md', {
    files: { 'catalog.json': 'square-catalog.json' },
  })
  expectExitCodes(followed)
  expect(outline(await followed.groups())).toEqual([
    'Drinks:',
    '  Coffee:',
    '    Latte',
    '      Small 4.25',
    '      Large 4.95',
    '    Flat white 4.55',
    '    - Cold brew 4.5',
    '  Tea:',
    '    Breakfast tea',
    '      Pot 3.5',
    '    Fresh mint tea 3.75',
    'Kitchen:',
    '  All-day breakfast:',
    '    Porridge 6.95',
    '    Eggs on sourdough',
    '      Plain 8.75',
    '      With smoked salmon 11.95',
    '  Sandwiches:',
    '    Crab roll',
    '      Market price',
    '    Grilled cheese 9.25',
    'Bakery:',
    '  Almond croissant 4.65',
    'Winter specials:',
    '  Porridge 6.95',
    'Other:',
    '  Sparkling water',
    '    33 cl 3',
    '    75 cl 5.5',
  ])
})

test('from Toast: every command prints what the page shows, and the board has the menu with the new stock', async () => {
  const followed = await followGuide('docs/tutorials/from-toast.md', {
    files: { 'menus.json': 'toast-menus.json', 'stock.json': 'toast-stock.json' },
  })
  expectExitCodes(followed)
  expect(outline(await followed.groups())).toEqual([
    'Pizza:',
    '  Cheese Pizza',
    '    Small 11',
    '    Large 16.5',
    'Plates:',
    '  Pine Street Burger 13.25',
    '  Meatloaf 15.5',
    '  Chili 7.25',
    'Beer:',
    '  Lager',
    'Hot Drinks:',
    '  Drip Coffee 2.75',
  ])
})

test('from a web page: every command prints what the page shows, and the board has the menu with the new price', async () => {
  const followed = await followGuide('docs/tutorials/from-your-web-page.md', {
    files: { 'menu.html': 'menu-page.html' },
  })
  expectExitCodes(followed)
  expect(outline(await followed.groups())).toEqual([
    'Antipasti:',
    '  Bruschetta 7.5',
    '  - Burrata 13',
    'Pasta:',
    '  Tagliatelle al Ragù',
    '    Half 11',
    '    Full 18.5',
    '  Spaghetti Aglio e Olio 14.75',
    'Dolci:',
    '  Tiramisù 8',
  ])
})

test('from a spreadsheet: every command prints what the page shows, and the board follows an edited workbook', async () => {
  const followed = await followGuide('docs/tutorials/from-a-spreadsheet.md', {
    async beforeStep(code, folder) {
      if (code !== 'npx signage import lunch.xlsx --dry-run\n') return
      await editWorkbook(join(folder, 'lunch.xlsx'), [
        { item: 'Grilled cheese', heading: 'price', value: 9.75 },
        { item: 'Lentil soup', heading: 'in stock', value: 'yes' },
      ])
    },
  })
  expectExitCodes(followed)
  const lunch = (lemonade: number) => [
    'Soups:',
    '  Tomato soup 6.5',
    '  Lentil soup 6.75',
    'Sandwiches:',
    '  Grilled cheese 9.75',
    'Drinks:',
    '  Latte',
    '    Small 4.25',
    '    Large 4.95',
    `  Lemonade ${lemonade}`,
  ]
  expect(outline(await followed.groups())).toEqual(lunch(3.75))
  await editWorkbook(join(followed.folder, 'lunch.xlsx'), [{ item: 'Lemonade', heading: 'price', value: 4 }])
  await expect.poll(async () => outline(await followed.groups())).toEqual(lunch(4))
  await followed.stopWatching()
})

test('the guide to safe imports: every command prints what the page shows, with the exit codes that it names', async () => {
  const { steps, stopWatching } = await followGuide('docs/how-to/import-safely.md', {
    async beforeStep(code, folder) {
      if (code !== 'signage import edited.xlsx --dry-run\n') return
      await editWorkbook(join(folder, 'edited.xlsx'), [{ item: 'Lemonade', heading: 'price', value: 4 }])
    },
  })
  await stopWatching()
  const lastCommands = steps.map(({ code, exitCode }) => [code.trim().split('\n').at(-1), exitCode])
  const menu = '--menu-name Lunch --menu-id lunch'
  expect(lastCommands).toEqual([
    [`signage import lunch.csv ${menu}`, 0],
    [`signage import newer.csv ${menu} --dry-run`, 0],
    [`signage import broken.csv ${menu}`, 1],
    ['signage import users.json lunch.json', 1],
    ['signage export --as table --menu lunch edited.xlsx', 0],
    ['signage import edited.xlsx --dry-run', 0],
    ['signage import edited.xlsx', 0],
  ])
})

test('label calories and allergens: every command prints what the page shows, and the check fails once', async () => {
  const { steps } = await followGuide('docs/how-to/label-calories-and-allergens.md')
  expect(steps.map(({ exitCode }) => exitCode)).toEqual([0, 1, 0])
})

test('change menus over HTTP: every command prints what the page shows', async () => {
  const followed = await followGuide('docs/how-to/change-menus-over-http.md')
  for (const { code, exitCode } of followed.steps) expect(exitCode, code).toBe(0)
  expect(followed.steps).toHaveLength(8)
})

test('heartbeats from players: every command works, over HTTP and with the command', async () => {
  const followed = await followGuide('docs/how-to/heartbeats-from-players.md')
  for (const { code, exitCode } of followed.steps) expect(exitCode, code).toBe(0)
  expect(followed.steps).toHaveLength(3)
})
