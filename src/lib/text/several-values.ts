/* How parameters with several values are read. Boards import this file, so it imports nothing. */

/** The values of a parameter, each converted. A value with commas is kept whole, although it may stand for several values. */
export function readValues(
  parameter: string | readonly string[] | undefined,
  convert = (value: string) => value,
): string[] {
  return [parameter ?? []]
    .flat()
    .flatMap((value) => readJsonArray(value) ?? [value])
    .map(convert)
    .filter((value) => partsOf(value).length > 0)
}

/** The non-empty parts of a value between its commas. */
export function partsOf(value: string): string[] {
  return value.split(',').filter((part) => part !== '')
}

/** The elements of a JSON array of strings or whole numbers; undefined for any other text. */
function readJsonArray(text: string): string[] | undefined {
  if (!text.startsWith('[') || !text.endsWith(']')) return undefined
  try {
    const elements: unknown[] = JSON.parse(text)
    const plain = elements.every((element) => typeof element === 'string' || Number.isSafeInteger(element))
    return plain ? elements.map(String) : undefined
  } catch {
    return undefined
  }
}
