import type { Moment } from './versions.ts'

/** The number of events of each kind. `repeats` are requests that the fast path could serve. */
export interface Counts {
  reads: number
  notModified: number
  compressed: number
  repeats: number
  revocations: number
}

/** The state that concurrent readers and writers share. */
export interface StressTest {
  readonly counts: Counts
  readonly errors: string[]
  /** The last version and step that this process knows to be committed. */
  readonly committed: () => Moment
  /** The last version and step that may be committed. */
  readonly started: () => Moment
  /** Runs a function that commits the next version, or the next step. */
  readonly advance: (kind: keyof Moment, write: (number: number) => Promise<unknown>) => Promise<void>
  /** Runs a function that commits another change. */
  readonly runWrite: <Result>(write: () => Promise<Result>) => Promise<Result>
  /**
   * Records the start of a request. It counts as a repeat if the same request got a response after the last write.
   * @returns a function to call once the request has its response
   */
  readonly recordRequest: (request: string) => () => void
  /** Runs all until they end. If one fails, the others are stopped. */
  readonly runAll: (work: readonly Promise<void>[]) => Promise<void>
  readonly isOver: () => boolean
}

const MAX_ERRORS = 10

/** @param isEnough whether there have been enough events of each kind */
export function createStressTest(
  first: Moment,
  isEnough: (counts: Counts, committed: Moment) => boolean,
): StressTest {
  const counts = { reads: 0, notModified: 0, compressed: 0, repeats: 0, revocations: 0 }
  const errors: string[] = []
  const committed = { ...first }
  const started = { ...first }
  const respondedAfter = new Map<string, number>()
  let writing = 0
  let writes = 0
  let hasFailed = false

  async function runWrite<Result>(write: () => Promise<Result>): Promise<Result> {
    writing++
    writes++
    try {
      return await write()
    } finally {
      writing--
    }
  }

  return {
    counts,
    errors,
    committed: () => ({ ...committed }),
    started: () => ({ ...started }),
    runWrite,
    isOver: () => hasFailed || errors.length >= MAX_ERRORS || isEnough(counts, committed),
    recordRequest(request) {
      const lastWrite = writing === 0 ? writes : undefined
      if (lastWrite !== undefined && respondedAfter.get(request) === lastWrite) counts.repeats++
      return () => {
        if (lastWrite === writes) respondedAfter.set(request, lastWrite)
      }
    },
    async advance(kind, write) {
      const next = ++started[kind]
      await runWrite(() => write(next))
      committed[kind] = next
    },
    async runAll(work) {
      try {
        await Promise.all(work)
      } catch (error) {
        hasFailed = true
        await Promise.allSettled(work)
        throw error
      }
    },
  }
}
