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
export interface Fire {
  readonly counts: Counts
  readonly faults: string[]
  /** What has been committed, as far as this process knows. */
  readonly committed: () => Moment
  /** What may have been committed. */
  readonly begun: () => Moment
  /** Runs a function that commits the next version, or the next step. */
  readonly advance: (kind: keyof Moment, write: (number: number) => Promise<unknown>) => Promise<void>
  /** Runs a function that commits anything. */
  readonly disturb: <Result>(write: () => Promise<Result>) => Promise<Result>
  /**
   * Notes that a request begins. It counts as a repeat if the same request got a response after the last write.
   * @returns a function to call once the request has its response
   */
  readonly watchCalm: (request: string) => () => void
  /** Runs all until they end. If one fails, the others are stopped. */
  readonly runAll: (work: readonly Promise<void>[]) => Promise<void>
  readonly isOver: () => boolean
}

const MAX_FAULTS = 10

/** @param isEnough whether there have been enough events of each kind */
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
