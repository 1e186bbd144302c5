import { LOOK_PARAMETER } from '../looks.ts'

/** The parameters of a board that decide which style sheets its page links to. */
const STYLING = [LOOK_PARAMETER, 'locale']

/** Returns the part of an address that decides which files its page needs, as a query. */
export function stylingOf(search: string): string {
  const given = new URLSearchParams(search)
  const pairs = STYLING.flatMap((name) => {
    const value = given.get(name)
    return value ? [[name, value]] : []
  })
  return new URLSearchParams(pairs).toString()
}
