/** Deeper than any valid menu: groups in groups and items in items, each an object in a list. */
const MAX_NESTING = 2048
const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}')

/**
 * About how many values JSON has, which tells how much memory they take when it is parsed: an object or a list counts, and so does each
 * value in it but one. It is infinite if the JSON nests too deep, and more than any limit
 * if an object has more than `maxFields`. It is read without being parsed.
 */
export function countValues(json: Uint8Array, maxFields = Number.POSITIVE_INFINITY): number {
  /** How many more commas each object or list that is open may have. */
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
