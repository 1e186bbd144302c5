/** Answers to questions about one version of the data: once there is another version, all is forgotten. */
export interface Memory {
  /** What is remembered of this version. */
  readonly recall: (version: number, question: object, parameters: string) => unknown
  /** Remembers it for the version asked about last, if `bytes` fit in; pushes out everything else if need be. */
  readonly remember: (question: object, parameters: string, answer: unknown, bytes: number) => void
  readonly forget: () => void
}

/** A memory of so many bytes, as those who fill it count them. */
export function createMemory(limitBytes: number): Memory {
  let answers = new Map<object, Map<string, unknown>>()
  let heldBytes = 0
  let heldVersion: number | undefined

  function forget(): void {
    answers = new Map()
    heldBytes = 0
  }

  return {
    forget,
    recall(version, question, parameters) {
      if (version !== heldVersion) forget()
      heldVersion = version
      return answers.get(question)?.get(parameters)
    },
    remember(question, parameters, answer, bytes) {
      if (bytes > limitBytes) return
      if (heldBytes + bytes > limitBytes) forget()
      heldBytes += bytes
      const known = answers.get(question) ?? new Map<string, unknown>()
      answers.set(question, known.set(parameters, answer))
    },
  }
}
