/** Deeper than any JSON that is read here. */
const MAX_NESTING = 2048
const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}')

/**
 * Estimates the number of values in JSON, and with it the memory, without parsing: counts objects, lists and commas.
 * @returns Infinity if the JSON nests too deep; MAX_SAFE_INTEGER, which is above any limit, if an object has more than `maxFields`
 */
export function countValues(json: Uint8Array, maxFields = Number.POSITIVE_INFINITY): number {
  /** How many more commas each open object or list may have. */
  const left: number[] = []
  let depth = 0
  let values = 0
  let isInText = false
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    if (isInText && byte === BACKSLASH) index++
    else if (byte === QUOTE) isInText = !isInText
    else if (isInText) continue
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
    else if (byte === COMMA) {
      values++
      const more = (left[depth] ?? Number.POSITIVE_INFINITY) - 1
      if (more === 0) return Number.MAX_SAFE_INTEGER
      left[depth] = more
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++
      depth++
      if (depth > MAX_NESTING) return Number.POSITIVE_INFINITY
      left[depth] = byte === OPEN_OBJECT ? maxFields : Number.POSITIVE_INFINITY
    }
  }
  return values
}
