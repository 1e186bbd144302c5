const SEPARATORS = /[\s:.\-‐–—_]+/gu
const DIGITS = /^[0-9a-f]{12}$/i

/** A MAC address in lower case with colons, whatever separates its digits; undefined if it is none. */
export function macAddressOf(text: string): string | undefined {
  const digits = text.replace(SEPARATORS, '')
  return DIGITS.test(digits) ? digits.toLowerCase().replace(/..(?!$)/g, '$&:') : undefined
}
