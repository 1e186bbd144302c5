const YES = ['yes', 'y', 'true', '1', 'ja', 'oui', 'sí', 'si', 'sì', 'sim', '✓', '✔']
const NO = ['no', 'n', 'false', '0', 'nein', 'non', 'não', 'nee']
const AVAILABLE = ['in stock', 'available', 'verfügbar']
const SOLD_OUT = ['sold out', 'out of stock', 'unavailable', 'ausverkauft', 'nicht verfügbar']
const IN_STOCK: ReadonlySet<string> = new Set([...YES, ...AVAILABLE])
const OUT_OF_STOCK: ReadonlySet<string> = new Set([...NO, ...SOLD_OUT])
/** What a column of what is sold out says of something that is, and of something that is not. */
const IS_SOLD_OUT: ReadonlySet<string> = new Set([...YES, 'x', 'checked', ...SOLD_OUT, '86', "86'd"])
const IS_NOT_SOLD_OUT: ReadonlySet<string> = new Set(['', '-', '–', ...NO, ...AVAILABLE])
/** What marks something that is in stock. */
const CROSSES: ReadonlySet<string> = new Set(['x', '✓', '✔', '✅', '☑', '•', '●', 'checked'])

interface Stocked {
  inStock: boolean | undefined
}

/** Reads a cell that says whether something is sold out; undefined if it is not understood. */
export function readSoldOut(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (IS_SOLD_OUT.has(word)) return true
  return IS_NOT_SOLD_OUT.has(word) ? false : undefined
}

/** Reads yes or no in the words of boards; undefined if it is neither. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return YES.includes(word) || (NO.includes(word) ? false : undefined)
}

export type StockColumn = ReturnType<typeof stockColumn>

/** Reads the stock column of one sheet. */
export function stockColumn() {
  let hasCross = false
  let hasOther = false
  let empty: Stocked[] = []

  return { read, end }

  /** @returns whether the text is understood */
  function read(text: string, target: Stocked): boolean {
    const word = text.replace(/\ufe0f/gu, '').toLowerCase()
    if (word === '' && !hasOther) empty.push(target)
    if (CROSSES.has(word)) hasCross = true
    if (word === '' || CROSSES.has(word)) return true
    hasOther = true
    empty = []
    target.inStock = IN_STOCK.has(word)
    return target.inStock || OUT_OF_STOCK.has(word)
  }

  /** Decides what empty cells mean: if there is nothing else than marks, they are out of stock. */
  function end(): void {
    if (hasCross) for (const target of empty) target.inStock = false
  }
}
