/** A secret that was read from a file or from standard input. Messages say where it was, and never what it is. */
export interface Secret {
  readonly text: string
  /** Its place for messages: `in FILE` or `from standard input`. */
  readonly place: string
}
