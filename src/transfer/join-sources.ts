import { memberPointer, type Section, type Source } from './source.ts'

/** Joins sources into one. If there are several, pointers name the file. */
export function joinSources(sources: readonly Source[]): Source {
  const [only, ...others] = sources
  if (only !== undefined && others.length === 0) return only
  /** The indexes of the first members of each source. Those of sources that were not read yet are unknown. */
  const starts: Readonly<Record<Section, number>>[] = []

  return {
    async prepare(database) {
      for (const source of sources) await source.prepare?.(database)
    },

    *events() {
      const counts = { users: 0, sites: 0, devices: 0, menus: 0, apiKeys: 0 }
      for (const [n, source] of sources.entries()) {
        starts[n] = { ...counts }
        for (const event of source.events()) {
          if (event.kind === 'member') yield { ...event, index: counts[event.section]++ }
          else if (event.kind === 'error')
            yield { ...event, pointer: `${source.name}: ${event.pointer || '/'}` }
          else yield event
        }
      }
    },

    pointerOf(section: Section, index: number) {
      const n = starts.findLastIndex((start) => start[section] <= index)
      const start = starts[n]?.[section] ?? 0
      return `${sources[n]?.name}: ${memberPointer(section, index - start)}`
    },
  }
}
