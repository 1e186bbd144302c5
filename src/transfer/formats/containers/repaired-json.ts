/** Where a text begins, or a comment. One that is not closed goes on to the end. */
const TEXT_OR_COMMENT = /"|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g
const LAST_COMMA = /,(?=\s*[\]}])/g
/** Characters that a text must not have as they are. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\0-\x1f]/g
const ENCODED_QUOTES = /&(?:quot|#34|#x22);/gi

/**
 * Corrects what people and programs write in JSON although it is none, where there is only one way to read it.
 * @returns the text, and what was corrected in it, in plain words
 */
export function repairJson(written: string): { readonly text: string; readonly faults: readonly string[] } {
  const faults = new Set<string>()
  const repair = (text: string, wrong: RegExp, right: string, fault: string) => {
    if (text.search(wrong) >= 0) faults.add(fault)
    return text.replace(wrong, right)
  }
  // JSON that was encoded as HTML has no other quotation marks.
  const isEncoded = !written.includes('"') && written.search(ENCODED_QUOTES) >= 0
  const json = isEncoded
    ? repair(written, ENCODED_QUOTES, '"', 'quotation marks as HTML has them (&quot;)').replaceAll(
        '&amp;',
        '&',
      )
    : written
  const parts: string[] = []
  let between = ''
  for (let at = 0; at < json.length; ) {
    TEXT_OR_COMMENT.lastIndex = at
    const { 0: found = '', index = json.length } = TEXT_OR_COMMENT.exec(json) ?? {}
    between += json.slice(at, index)
    at = found === '"' ? endOfText(json, index) : index + found.length
    if (found !== '"') between += repair(found, /^.+$/s, ' ', 'a comment')
    else {
      parts.push(repair(between, LAST_COMMA, '', 'a comma before the end of a list'))
      parts.push(repair(json.slice(index, at), CONTROLS, ' ', 'a line break in a text'))
      between = ''
    }
  }
  const rest = repair(between, LAST_COMMA, '', 'a comma before the end of a list')
  let end = rest.length
  while (/[\s;,]/.test(rest.charAt(end - 1))) end -= 1
  if (/[;,]/.test(rest.slice(end))) faults.add('a semicolon or a comma behind the end')
  return { text: [...parts, rest.slice(0, end)].join(''), faults: [...faults] }
}

/** Not by a regular expression, which would need too much memory for a long text. A text without its last quotation mark goes on to the end. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; ; ) {
    const quote = json.indexOf('"', at)
    if (quote < 0) return json.length
    let backslashes = 0
    while (json[quote - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return quote + 1
    at = quote + 1
  }
}
