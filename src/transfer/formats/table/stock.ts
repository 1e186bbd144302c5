const IN_STOCK: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1', 'ja', 'in stock'])
const OUT_OF_STOCK: ReadonlySet<string> = new Set([
  'no',
  'n',
  'false',
  '0',
  'nein',
  'sold out',
  'out of stock',
])
/** A cross marks what is in stock. */
const CROSS = 'x'

interface Stocked {
  inStock: boolean | undefined
}

/** Reads the stock column of one sheet. */
export interface StockColumn {
  /** @returns whether the text is understood */
  read(text: string, target: Stocked): boolean
  /** Decides what empty cells mean: if there is nothing else than crosses, they are out of stock. */
  end(): void
}

export function stockColumn(): StockColumn {
  let hasCross = false
  let hasOther = false
  let empty: Stocked[] = []

  return {
    read(text, target) {
      const word = text.toLowerCase()
      if (word === '') {
        if (!hasOther) empty.push(target)
        return true
      }
      if (word === CROSS) {
        hasCross = true
        return true
      }
      hasOther = true
      empty = []
      target.inStock = IN_STOCK.has(word)
      return target.inStock || OUT_OF_STOCK.has(word)
    },

    end() {
      if (hasCross) for (const target of empty) target.inStock = false
    },
  }
}
