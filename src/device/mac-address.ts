const SEPARATORS = /[\s:.\-‐–—_]+/gu
const DIGITS = /^[0-9a-f]{12}$/i
/** The form that most texts already have: checking for it is several times as fast as converting them. */
const CANONICAL = /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/

/** A MAC address in lower case with colons, whatever separates its digits; undefined if it is none. */
export function macAddressOf(text: string): string | undefined {
  if (CANONICAL.test(text)) return text
  const digits = text.replace(SEPARATORS, '')
  return DIGITS.test(digits) ? digits.toLowerCase().replace(/..(?!$)/g, '$&:') : undefined
}
