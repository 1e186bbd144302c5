import { DocumentError } from './errors.ts'
import { memberPointer, type Section, type Source } from './source.ts'

/** A source and the name of its file. */
export interface NamedSource {
  readonly name: string
  readonly source: Source
}

/** Joins sources into one, whose errors name the file. */
export function joinSources(sources: readonly NamedSource[]): Source {
  const [only, ...others] = sources
  if (only !== undefined && others.length === 0) return only.source
  /** The indexes of the first members of each source. Those of sources that were not read yet are unknown. */
  const starts: Readonly<Record<Section, number>>[] = []

  return {
    *events() {
      const counts = { users: 0, devices: 0, menus: 0, apiKeys: 0 }
      for (const [n, { name, source }] of sources.entries()) {
        starts[n] = { ...counts }
        for (const event of namingErrors(name, source.events())) {
          if (event.kind === 'member') yield { ...event, index: counts[event.section]++ }
          else if (event.kind === 'error') yield { ...event, pointer: `${name}: ${event.pointer || '/'}` }
          else yield event
        }
      }
    },

    *members(section) {
      for (const { name, source } of sources) yield* namingErrors(name, source.members(section))
    },

    pointerOf(section: Section, index: number) {
      const n = starts.findLastIndex((start) => start[section] <= index)
      const start = starts[n]?.[section] ?? 0
      return `${sources[n]?.name}: ${memberPointer(section, index - start)}`
    },
  }
}

/** Adds the name of the file to errors that end its reading. */
function* namingErrors<Part>(name: string, parts: Iterable<Part>): Generator<Part> {
  try {
    yield* parts
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new DocumentError(error.message.replace(/^/gm, `${name}: `))
  }
}
