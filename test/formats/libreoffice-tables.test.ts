import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { convert, messageOf } from '../support/convert.ts'

/* Workbooks that LibreOffice has written, with what restaurants put into them. */

const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/formats/${name}-libreoffice.xlsx`, import.meta.url))

test.each([
  [
    'drinks',
    {},
    [
      'sheet Read me: has no column that is known to be the item: name it with --column item=HEADING, or delete this sheet',
      'row 2, column',
    ],
  ],
  ['lunch', {}, ['row 5, column']],
  [
    'shown',
    { currency: 'EUR' },
    ['must not be hidden', 'row 5: must not be hidden', 'must not be struck out', 'must not be merged'],
  ],
] as const)('%s with %j is refused: %j', async (name, options, problems) => {
  const message = await messageOf(convert(`${name}.xlsx`, fixture(name), options))
  for (const problem of problems) expect(message).toContain(problem)
})
