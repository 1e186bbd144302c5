import { scanJson } from '../../../lib/json/scan-json.ts'

/** The fields that an object has several times: JSON is read without all but the last. @param json valid JSON */
export function repeatedFields(json: string): readonly string[] {
  const repeated: string[] = []
  const open: Set<string>[] = []
  for (const token of scanJson(json)) {
    if (token.kind === 'open') open.push(new Set())
    else if (token.kind === 'close') open.pop()
    else if (token.kind === 'name') {
      const names = open.at(-1)
      if (names?.has(token.name)) repeated.push(token.name)
      names?.add(token.name)
    }
  }
  return repeated
}
