import { CHANGED, DocumentError } from './errors.ts'
import { JsonFile, type ReadOptions } from './json-file.ts'
import type { Section, Source } from './source.ts'

/**
 * An import file on disk. It is read by its descriptor, so that it is the same file each time: once as a whole,
 * and once for each section that it has.
 */
export function fileSource(descriptor: number, options: ReadOptions = {}): Source {
  const sections = new Set<Section>()
  let checksum: number | undefined

  return {
    *events() {
      const file = new JsonFile(descriptor, options)
      for (const event of file.events()) {
        if (event.kind === 'member') sections.add(event.section)
        yield event
      }
      checksum = file.checksum
    },

    *members(section) {
      if (!sections.has(section)) return
      const file = new JsonFile(descriptor, { chunkBytes: options.chunkBytes })
      for (const event of file.events(section)) {
        if (event.kind === 'member' && event.section === section) yield event.value
      }
      if (file.checksum !== checksum) throw new DocumentError(CHANGED)
    },
  }
}
