import { currenciesOf } from '../mapping/currencies.ts'
import { cleanText } from '../mapping/text.ts'
import { languagesIn } from './bilingual.ts'
import { COMPOUND, isGross, isUsualSize, kindOfPrice, PRICE_WORDS, type PriceKind } from './price-words.ts'
import { isSize, isUnit } from './size-words.ts'

/** What the heading of a column says of the prices in it. */
export interface PriceHeading {
  /** `plain` is nothing but a word such as `Price`, and `size` has the prices of a size. */
  readonly kind: PriceKind | 'plain' | 'size'
  /** The name of the size, for `size`, and for `usual` and `gross` where it may be one. */
  readonly size?: string
  /** Whether it is a size without a word such as `Price`. */
  readonly isBare?: boolean
  /** The code or sign of the currency of the prices; empty if there is none. */
  readonly currency: string
}

/** What may be between a price word and something else, as in `Price Large`, `Large Price`, `Price (Large)` and `Price: Large`. */
const BETWEEN = /[\s:([/,_–-]+/gu
const WORDS: ReadonlySet<string> = new Set(PRICE_WORDS)
const CONNECTOR =
  /^(?:in|for|at|per|pro|je|für|im|am|à|la|le|de la|de|du|del|della|di|da|do|par|por|al|a|voor|za|pour|the)\s+|^d['’]/iu
const PER = /^(?:per|pro|je|par|por|al|voor|za)\s/iu
/** Codes that are words as well, so that only brackets show that they are codes. */
const WORDS_AND_CODES: ReadonlySet<string> = new Set(
  'ALL BAM BOB COP CUP GEL LAK MAD MOP PEN RON SAR SOS TOP TRY WST'.split(' '),
)

/** What a column with this heading has to do with prices; undefined if the heading does not say so. */
export function readPriceHeading(heading: string): PriceHeading | undefined {
  const read = readInOneLanguage(heading)
  return read === undefined || read.kind === 'unknown' ? (readInLanguages(heading) ?? read) : read
}

/** `Preis / Price (EUR)`, and `Preis klein / Small price`: what all parts say. */
function readInLanguages(heading: string): PriceHeading | undefined {
  for (const parts of languagesIn(cleanText(heading))) {
    const read = parts.map(readInOneLanguage)
    const kinds = new Set(read.map((part) => part?.kind))
    const currencies = new Set(read.flatMap((part) => part?.currency || []))
    const [currency = '', ...others] = currencies
    if (kinds.size > 1 || others.length > 0) continue
    if (kinds.has('plain')) return { kind: 'plain', currency }
    if (kinds.has('size')) return { kind: 'size', size: read.map((part) => part?.size).join(' / '), currency }
  }
  return undefined
}

function readInOneLanguage(heading: string): PriceHeading | undefined {
  const text = cleanText(heading)
  const beside = besidePriceWord(text)
  if (beside === undefined) return readAlone(text)
  const isBracketed = /[([]\s*[A-Z]{3}\s*[)\]]/.test(text) && text !== text.toUpperCase()
  return readBeside(beside, isBracketed)
}

/** A heading without a price word: `Glass`, `0.3 l`, `€`, `EUR`. */
function readAlone(text: string): PriceHeading | undefined {
  if (isSize(text)) return { kind: 'size', size: text, isBare: true, currency: '' }
  const isCode = /^[A-Z]{3}$/.test(text) || /^[A-Z]*\p{Sc}$/u.test(text)
  return isCode && isCurrency(text, false) ? { kind: 'plain', currency: text } : undefined
}

function readBeside(text: string, isBracketed: boolean): PriceHeading {
  const beside = cleanText(text.replace(/_+/g, ' '))
  const words = beside.replace(CONNECTOR, '')
  if (words === '') return { kind: 'plain', currency: '' }
  if (isCurrency(words, isBracketed)) return { kind: 'plain', currency: words }
  const gap = lastGap(words)
  const last = words.slice(gap + 1)
  if (gap > 0 && isCurrency(last, isBracketed))
    return { ...readBeside(words.slice(0, gap).replace(/[)\]]$/, ''), false), currency: last }
  if (isSize(words) && !isGross(words)) return { kind: 'size', size: closed(words), currency: '' }
  if (PER.test(beside) && isUnit(words)) return { kind: 'size', size: beside, currency: '' }
  const kind = kindOfPrice(words)
  return { kind, currency: '', ...(isUsualSize(words) || isGross(words) ? { size: words } : {}) }
}

/** What is before the last word, which may be a currency, as in `Large (EUR`; -1 if it is the only one. */
function lastGap(words: string): number {
  return Math.max(...[' ', '(', '[', '/', ','].map((gap) => words.lastIndexOf(gap)))
}

/** A text whose bracket at the end was taken for that of the heading. */
function closed(text: string): string {
  return text.includes('(') && !text.includes(')') ? `${text})` : text
}

/** What is in a heading beside a price word at its beginning or its end; undefined if there is neither. */
function besidePriceWord(heading: string): string | undefined {
  const text = heading.replace(/[)\].]$/, '')
  const gaps = [...text.matchAll(BETWEEN)].map(({ index, 0: { length } }) => [index, index + length] as const)
  const [[firstStart, firstEnd] = [text.length, text.length]] = gaps
  const [lastStart, lastEnd] = gaps.at(-1) ?? [0, 0]
  if (isPriceWord(text.slice(0, firstStart))) return cleanText(text.slice(firstEnd))
  if (isPriceWord(text.slice(lastEnd))) return cleanText(text.slice(0, lastStart).replace(/[)\]]$/, ''))
  return COMPOUND.exec(text)?.groups?.['before']
}

function isPriceWord(text: string): boolean {
  return WORDS.has(text.toLowerCase())
}

/** A single letter may be a sign, but is rather a size, and so is a code that is a word. */
function isCurrency(text: string, isBracketed: boolean): boolean {
  if (/^[a-z]$/i.test(text) || currenciesOf(text) === undefined) return false
  return !WORDS_AND_CODES.has(text.toUpperCase()) || (isBracketed && text === text.toUpperCase())
}

/** Whether a heading says that the prices are hundredths of its currency, as programs write them. */
export function isInCents(heading: string): boolean {
  return /(?<![\p{L}\d])(?:cents?|pence|minor|minor units?|centimes?|centavos?|céntimos?|grosze)(?![\p{L}\d])/iu.test(
    heading.replace(/_+/g, ' '),
  )
}
