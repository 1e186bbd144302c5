/** Deeper than any JSON that is read here. */
const MAX_NESTING = 2048
const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}')

type ValueCount = number | 'too deep' | 'too many fields'

/**
 * Estimates the number of values in JSON, and with it the memory, without parsing: counts objects, lists and commas.
 * @param maxFields how many fields an object may have
 */
export function countValues(json: Uint8Array, maxFields = Number.POSITIVE_INFINITY): ValueCount {
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
      if (more === 0) return 'too many fields'
      left[depth] = more
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++
      depth++
      if (depth > MAX_NESTING) return 'too deep'
      left[depth] = byte === OPEN_OBJECT ? maxFields : Number.POSITIVE_INFINITY
    }
  }
  return values
}
