// The package brings no types, and those published apart from it are of a version without `preferred`.
declare module 'negotiator' {
  import type { IncomingMessage } from 'node:http'

  export default class Negotiator {
    constructor(request: Pick<IncomingMessage, 'headers'>)
    /** The codings of `available` that the request accepts, best first; equals in the order of `preferred`. */
    encodings<Coding extends string>(
      available: readonly Coding[],
      options: { preferred: readonly Coding[] },
    ): Coding[]
  }
}
