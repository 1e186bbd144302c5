/** What a generator of load is to do: ask for a random path each time, on connections that stay open. */
export interface LoadPlan {
  readonly port: number
  /** A file with a path a line. */
  readonly pathsFile: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
  /** The same seed asks for the same paths. */
  readonly seed: number
}

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Answers that say 400 or more, and connections that failed. */
  readonly faults: number
}

export interface LoadGenerator {
  /** Its name and version. */
  readonly name: string
  readonly run: (plan: LoadPlan) => Promise<LoadResult>
}
