import { groupBy } from '../lib/group-by.ts'
import { listsOf, SECTIONS, type Section, type Source } from './source.ts'

/** Yields the text of an import file with the members of all sources, chunk by chunk. */
export async function* writeImportFile(sources: readonly Source[]): AsyncGenerator<string> {
  const lists = sources.flatMap((source) => listsOf(source.document()))
  const sections = groupBy(lists, ([section]) => section)
  let separator = '{'
  for (const section of SECTIONS) {
    const members = sections.get(section)
    if (members === undefined) continue
    yield separator
    yield* writeSection(
      section,
      members.flatMap(([, list]) => list),
    )
    separator = ','
  }
  yield separator === '{' ? '{}\n' : '\n}\n'
}

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
