import { jsonTokens } from './json-tokens.ts'

/** The fields that an object has several times: JSON is read without all but the last. @param json valid JSON */
export function repeatedFields(json: string): readonly string[] {
  const repeated: string[] = []
  /** The fields of the objects that are open; undefined for a list. */
  const open: (Set<string> | undefined)[] = []
  let text = ''
  for (const token of jsonTokens(json)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') addField(open.at(-1), text)
    if (token.startsWith('"')) text = token
  }
  return repeated

  function addField(fields: Set<string> | undefined, name: string): void {
    if (fields?.has(name)) repeated.push(name.slice(1, -1))
    fields?.add(name)
  }
}
