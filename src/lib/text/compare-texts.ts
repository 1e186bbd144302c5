/** Compares texts as the databases do, by code point. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let n = 0; n < length; n++) {
    if (a.charCodeAt(n) !== b.charCodeAt(n)) return orderOf(a.charCodeAt(n)) - orderOf(b.charCodeAt(n))
  }
  return a.length - b.length
}

/** Surrogates represent code points above all others. */
function orderOf(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x10000 : codeUnit
}
