/** The load to generate: requests for random paths on keep-alive connections. */
export interface LoadPlan {
  readonly port: number
  /** A file with one path per line. */
  readonly pathsFile: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
  /** With the same seed, the same paths are requested in the same order. */
  readonly seed: number
}

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Responses with a status of 400 or more, and connections that failed. */
  readonly errors: number
}

export interface LoadGenerator {
  /** The name and version of the generator. */
  readonly name: string
  readonly run: (plan: LoadPlan) => Promise<LoadResult>
}
