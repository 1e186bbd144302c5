/** The load to generate: requests for random paths on keep-alive connections. */
export interface LoadPlan {
  readonly port: number
  /** A file with one request per line: a path and, after a tab, the API key if they have different ones. */
  readonly requestsFile: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
  /** With the same seed, the same requests are sent in the same order. */
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
