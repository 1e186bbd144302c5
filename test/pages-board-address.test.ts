import { expect, test } from 'vitest'
import { boardQueryAndFragment, keyCommand } from '../src/pages/menus/board-address.ts'

const SELECTION = { menus: ['lunch', 'late night'], tags: ['course:main'] }

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

test('the address of a board has what is selected and entered, and the key of the page in its fragment', () => {
  const fields = { title: ' A & B ', theme: 'wine', diagonal: '55', locale: '', currency: 'EUR', shape: '' }
  const address = new URL(boardQueryAndFragment(SELECTION, form(fields), 'page key'), 'http://x/app/board')
  expect([...address.searchParams]).toEqual([
    ['menus', 'lunch'],
    ['menus', 'late night'],
    ['tags', 'course:main'],
    ['title', 'A & B'],
    ['theme', 'wine'],
    ['currency', 'EUR'],
  ])
  expect(address.hash).toBe('#key=page%20key')
  // A key of the board replaces that of the page.
  expect(boardQueryAndFragment(SELECTION, form({ key: ' own+key ' }), 'page')).toMatch(/#key=own%2Bkey$/)
})

test('the command quotes only what a shell would take apart', () => {
  expect(keyCommand({ ...SELECTION, menus: ['a-1', "it's"] })).toBe(
    "signage keys create --user USER --name Board --menu a-1 'it'\\''s'",
  )
})
