const SEPARATOR = /[/|()[\]（）·•\n]+|\s[-–—]\s/u
const LATIN = /\p{sc=Latin}+/gu
const OTHERS = /(?!\p{sc=Latin})\p{L}+/gu

/**
 * How a heading may be split into the same in several languages: `Name / Nom`, `Dish (Gericht)`, `价格 Price` and `Name Nom`.
 * Each way has at least two parts.
 */
export function languagesIn(heading: string): readonly (readonly string[])[] {
  const words = heading.trim().split(/[\s_-]+/u)
  const byScript = [heading.replace(LATIN, ' '), heading.replace(OTHERS, ' ')]
  const ways = [heading.split(SEPARATOR), byScript, words.length === 2 ? words : []]
  return ways
    .map((parts) => parts.map((part) => part.replace(/\s+/gu, ' ').trim()).filter((part) => part !== ''))
    .filter((parts) => parts.length > 1 && parts.length <= MAX_PARTS && !parts.includes(heading))
}

const MAX_PARTS = 6
