/** Anything but a text: a comment, white space, a sign, or something else. A comment that is not closed goes on to the end. */
const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|[{}[\],:;]|[^"/\s{}[\],:;]+|\//y

/** The tokens of a text that is JSON or nearly so. A text is one with its quotation marks; without the last, it goes on to the end. */
export function* jsonTokens(json: string): Generator<string> {
  for (let at = 0; at < json.length; ) {
    const end = json[at] === '"' ? endOfText(json, at) : endOfToken(json, at)
    yield json.slice(at, end)
    at = end
  }
}

function endOfToken(json: string, start: number): number {
  TOKEN.lastIndex = start
  TOKEN.test(json)
  return TOKEN.lastIndex
}

/** Not by a regular expression, which would need too much memory for a long text. */
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
