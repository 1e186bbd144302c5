import type { Moment } from './versions.ts'

/** How often it has happened what the test is about; `repeats` could be answered the short way. */
export interface Counts {
  reads: number
  notModified: number
  compressed: number
  repeats: number
  revocations: number
}

/** What those that write and those that read at the same time have to know of each other. */
export interface Fire {
  readonly counts: Counts
  readonly faults: string[]
  /** What has been committed, as far as this process has been told. */
  readonly committed: () => Moment
  /** What may have been committed. */
  readonly begun: () => Moment
  /** Does what commits the next version, or the next step. */
  readonly advance: (kind: keyof Moment, write: (number: number) => Promise<unknown>) => Promise<void>
  /** Does what commits anything. */
  readonly disturb: <Result>(write: () => Promise<Result>) => Promise<Result>
  /**
   * Notes that a request begins, and counts it as a repeat if the same was answered since anybody last wrote.
   * @returns what is to be called when it has been answered
   */
  readonly watchCalm: (request: string) => () => void
  /** Runs all until they end; where one fails, the others are stopped. */
  readonly runAll: (work: readonly Promise<void>[]) => Promise<void>
  readonly isOver: () => boolean
}

const MAX_FAULTS = 10

/** @param isEnough whether the test has seen all that it wants to see */
export function createFire(first: Moment, isEnough: (counts: Counts, committed: Moment) => boolean): Fire {
  const counts = { reads: 0, notModified: 0, compressed: 0, repeats: 0, revocations: 0 }
  const faults: string[] = []
  const committed = { ...first }
  const begun = { ...first }
  const answeredInCalm = new Map<string, number>()
  let writing = 0
  let writes = 0
  let hasFailed = false

  async function disturb<Result>(write: () => Promise<Result>): Promise<Result> {
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
    faults,
    committed: () => ({ ...committed }),
    begun: () => ({ ...begun }),
    disturb,
    isOver: () => hasFailed || faults.length >= MAX_FAULTS || isEnough(counts, committed),
    watchCalm(request) {
      const calm = writing === 0 ? writes : undefined
      if (calm !== undefined && answeredInCalm.get(request) === calm) counts.repeats++
      return () => {
        if (calm === writes) answeredInCalm.set(request, calm)
      }
    },
    async advance(kind, write) {
      const next = ++begun[kind]
      await disturb(() => write(next))
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
