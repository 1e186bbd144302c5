import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './support/database.ts'
import { signage } from './support/process.ts'

const folder = temporaryFolder()

test('signage template writes a table with headings that an import reads, and replaces no file', async () => {
  const path = join(folder, 'menu.csv')
  expect(await signage(['template', path])).toMatchObject({ code: 0 })
  expect(await signage(['template', path])).toMatchObject({ code: 1 })
  const headings = readFileSync(path, 'utf8').trim()
  const cells = [
    'Lunch',
    'Pier',
    'Harbour',
    'Soups',
    'Leek',
    'Large',
    'Hot',
    '8.50',
    '170',
    'new',
    'milk',
    'vegan',
    'yes',
  ]
  writeFileSync(path, `${headings}\n${cells.join(',')}\n`)
  const environment = { DATABASE_URL: join(folder, 'signage.db') }
  expect(await signage(['import', path], { environment })).toMatchObject({ code: 0 })
  expect(JSON.parse((await signage(['export'], { environment })).stdout)).toMatchObject({
    menus: [
      {
        name: 'Lunch',
        location: { name: 'Pier', restaurantName: 'Harbour' },
        groups: [
          {
            name: 'Soups',
            items: [
              {
                name: 'Leek',
                items: [
                  {
                    ...{ name: 'Large', description: 'Hot', price: 8.5, calories: 170, inStock: true },
                    tags: ['new', 'allergen:milk', 'diet:vegan'],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  })
})

test('signage template writes a workbook, and no other kind of file', async () => {
  const path = join(folder, 'menu.xlsx')
  expect(await signage(['template', path])).toMatchObject({ code: 0 })
  expect((await signage(['import', path])).stderr).toContain(
    'must have a row below its headings, but has none',
  )
  expect(await signage(['template', join(folder, 'menu.pdf')])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('ends in .csv or .xlsx'),
  })
})
