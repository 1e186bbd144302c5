// The package has no types, and the separately published ones are for a version without `preferred`.
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string | string[] | undefined>> })
    /** The encodings in `available` that the request accepts, best first; `preferred` breaks ties. */
    encodings<Encoding extends string>(
      available: readonly Encoding[],
      options: { preferred: readonly Encoding[] },
    ): Encoding[]
  }
}
