import { describe, expect, test } from 'vitest'
import { signageByEngine as signage, succeeded } from '../support/commands.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { group, item, menu } from '../support/documents.ts'
import { DINER } from '../support/labelled-menu.ts'

const complete = menu('complete', {
  groups: [group('g', { items: [item('Tea', { calories: 0, tags: ['diet:vegan', 'course:drink'] })] })],
})

/** Loads menus into a new database. @returns what runs `signage menus check` on it */
async function load(...menus: object[]) {
  const environment = { DATABASE_URL: await newDatabaseToOpen() }
  const imported = await signage(['import', '-'], { environment, input: JSON.stringify({ menus }) })
  expect(imported.stderr).toContain('menu')
  return (...args: string[]) => signage(['menus', 'check', ...args], { environment })
}

/** Checks one menu with these items. @returns its lines, without its id */
async function check(labelling: string, items: unknown[]): Promise<string[]> {
  const run = await load(menu('m', { groups: [group('Outer', { groups: [group('Inner', { items })] })] }))
  const { code, stdout } = await run('--labelling', labelling)
  expect(code).toBe(stdout === '' ? 0 : 1)
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/^m: /, ''))
}

describe('signage menus check', () => {
  test('lists what is missing, a sentence each, and exits with 1', async () => {
    const run = await load(DINER, complete)
    expect(await run('--labelling', 'us')).toEqual({
      code: 1,
      stdout:
        'diner: House Salad has the tag allergen:star_anise, which boards write out without a mark.\n' +
        'diner: Soup of the Day has no calories.\n' +
        'diner: Muffin > Plain has no calories.\n',
      stderr: '',
    })
  })

  test('looks at one menu with --menu, and exits with 0 if nothing is missing there', async () => {
    const run = await load(DINER, complete)
    expect(await run('--labelling', 'gb-eng', '--menu', 'complete')).toEqual(
      succeeded('Nothing is missing in 1 menu.\n'),
    )
    const { code, stderr } = await run('--menu', 'none')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'There is no menu none: "signage menus list" shows all ids.\n',
    })
  })

  test('prints JSON, also if nothing is missing', async () => {
    const run = await load(DINER, complete)
    const { code, stdout } = await run('--json', '--labelling', 'ca-on')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)[1]).toEqual({
      menu: 'diner',
      item: 'item-Soup of the Day',
      message: 'Soup of the Day has no calories.',
    })
    expect(JSON.parse((await run('--json', '--menu', 'complete')).stdout)).toEqual([])
  })

  test('refuses a labelling that boards do not have', async () => {
    const run = await load(complete)
    const { code, stderr } = await run('--labelling', 'eu')
    expect(code).toBe(2)
    expect(stderr).toContain('us, ca-on, gb-eng, none')
  })

  test('writes no control characters of names to the terminal', async () => {
    expect(await check('us', [item('So\n\u200fup')])).toEqual(['So\\n\\u200fup has no calories.'])
  })
})

describe('calories', () => {
  test('are not needed without labelling', async () => {
    expect(await check('none', [item('Soup')])).toEqual([])
  })

  test('are needed by each size, but not by an item that has only sizes', async () => {
    const sizes = [item('Small', { price: 3, calories: 90 }), item('Large', { price: 4 })]
    expect(await check('us', [item('Tea', { price: 3, items: sizes })])).toEqual([
      'Tea > Large has no calories.',
    ])
  })

  test('are needed by an item with extras, and by each extra', async () => {
    const extras = [item('Egg', { price: 1 })]
    expect(await check('us', [item('Toast', { price: 9, items: extras })])).toEqual([
      'Toast has no calories.',
      'Toast > Egg has no calories.',
    ])
  })

  test('of choices at one price may be those of the item, or of all choices', async () => {
    const flavours = (...calories: (number | null)[]) =>
      calories.map((value, n) => item(`Flavour ${n}`, { price: 4, calories: value }))
    const shake = (own: number | null, ...others: (number | null)[]) =>
      check('us', [item('Shake', { price: 4, calories: own, items: flavours(...others) })])
    expect(await shake(300, null, null)).toEqual([])
    expect(await shake(null, 300, 400)).toEqual([])
    expect(await shake(null, null, null)).toEqual(['Shake has no calories.'])
    expect(await shake(300, 310, null)).toEqual(['Shake > Flavour 1 has no calories.'])
  })
})

test('tags that boards do not know are listed with those that they know, also of sizes', async () => {
  const size = item('Small', { price: 1, tags: ['diet:gluten-free'] })
  const tags = [
    'allergen:soy',
    'allergen:none',
    'vegan',
    'diet:v_gf',
    'allergen:gluten_(wheat',
    'diet:low_salt',
  ]
  const tea = item('Tea', { price: 2, tags, items: [size] })
  expect(await check('none', [tea])).toEqual([
    'Tea has the tag allergen:soy, which boards do not know: use allergen:soya.',
    'Tea has the tag diet:v_gf, which boards do not show.',
    'Tea has the tag allergen:gluten_(wheat, which boards write out without a mark.',
    'Tea > Small has the tag diet:gluten-free, which boards do not know: use diet:gluten_free.',
  ])
})
