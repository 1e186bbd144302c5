import type { Section } from './source.ts'

/** Yields a field of an import file whose value is a list. */
export async function* writeSection(
  name: Section,
  members: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<string> {
  yield `\n  "${name}": [`
  let separator = '\n'
  for await (const member of members) {
    yield separator + indent(JSON.stringify(member, withoutMetadata, 2))
    separator = ',\n'
  }
  yield separator === '\n' ? ']' : '\n  ]'
}

function indent(json: string): string {
  // Not /^/gm: in a regular expression, U+2028 inside a text also begins a line.
  return `    ${json.replaceAll('\n', '\n    ')}`
}

/** The totals of groups and items can be computed from the tree. */
function withoutMetadata(key: string, value: unknown): unknown {
  return key === 'metadata' ? undefined : value
}
