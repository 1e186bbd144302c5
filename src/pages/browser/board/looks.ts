/** The looks of a board. Each except the first has a style sheet of its own, in the folder `looks`. */
export const LOOKS = [
  'slate',
  'paper',
  'chalk',
  'burger',
  'cafe',
  'wine',
  'food-court',
  'ramen',
  'grill',
] as const

/** The parameters of a board that decide which style sheets its page links to. */
const STYLING = ['theme', 'locale']

/** Returns the part of an address that decides which files its page needs, as a query. */
export function stylingOf(search: string): string {
  const given = new URLSearchParams(search)
  const pairs = STYLING.flatMap((name) => {
    const value = given.get(name)
    return value ? [[name, value]] : []
  })
  return new URLSearchParams(pairs).toString()
}
