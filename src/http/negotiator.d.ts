// The package has no types, and the separately published ones are for a version without `preferred`.
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string | string[] | undefined>> })
    /** The encodings in `available` that the request accepts, best first; `preferred` breaks ties. */
    encodings<Coding extends string>(
      available: readonly Coding[],
      options: { preferred: readonly Coding[] },
    ): Coding[]
  }
}
