/** The task of a load generator: each request is for a random path, on connections that stay open. */
export interface LoadPlan {
  readonly port: number
  /** A file with one path per line. */
  readonly pathsFile: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
  /** The same seed requests the same paths. */
  readonly seed: number
}

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Responses with a status of 400 or more, and connections that failed. */
  readonly faults: number
}

export interface LoadGenerator {
  /** The name and version of the generator. */
  readonly name: string
  readonly run: (plan: LoadPlan) => Promise<LoadResult>
}
