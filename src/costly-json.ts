/** Deeper than any valid menu: groups in groups and items in items, each an object in a list. */
const MAX_NESTING = 2048
const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}')

/** Whether JSON nests so deep that it would take seconds to parse. It is read without being parsed. */
export function isCostlyJson(json: Uint8Array): boolean {
  return countValues(json) === Number.POSITIVE_INFINITY
}

/**
 * About how many values JSON has, which tells how much memory they take when it is parsed: an object or a list counts, and so does each
 * value in it but one. It is infinite if the JSON nests too deep. It is read without being parsed.
 */
export function countValues(json: Uint8Array): number {
  let depth = 0
  let values = 0
  let isInText = false
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    if (isInText && byte === BACKSLASH) index++
    else if (byte === QUOTE) isInText = !isInText
    else if (isInText) continue
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
    else if (byte === COMMA) values++
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++
      depth++
      if (depth > MAX_NESTING) return Number.POSITIVE_INFINITY
    }
  }
  return values
}
