/** The part of an operation that says what it answers. */
export interface Answered {
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

type Status = readonly [status: string, meaning: string]

export interface Statuses {
  readonly everywhere: readonly Status[]
  /** Those that at least three routes have. */
  readonly often: readonly Status[]
}

/** Finds the errors that are described once. A status may mean something else where something is changed. */
export function sortStatuses(operations: readonly Answered[]): Statuses {
  const errors = operations.flatMap(statusesOf).filter(([status]) => status >= '300')
  const times = (status: Status) => errors.filter((other) => isEqual(status, other)).length
  const different = errors.filter(
    (status, index) => errors.findIndex((other) => isEqual(status, other)) === index,
  )
  const sorted = different.sort(([a], [b]) => (a < b ? -1 : 1))
  const isEverywhere = ([status]: Status) => operations.every(({ responses }) => status in responses)
  const everywhere = sorted.filter((status) => isEverywhere(status) && times(status) > operations.length / 2)
  const often = sorted.filter((status) => times(status) > 2 && !everywhere.includes(status))
  return { everywhere, often }
}

function isEqual([status, meaning]: Status, [otherStatus, otherMeaning]: Status): boolean {
  return status === otherStatus && meaning === otherMeaning
}

function statusesOf({ responses }: Answered): Status[] {
  return Object.entries(responses).map(([status, { description }]) => [status, description])
}

/** Formats what a route answers. Errors that are described once are only named. */
export function formatAnswers(operation: Answered, { everywhere, often }: Statuses): string {
  const isIn = (some: readonly Status[], status: Status) => some.some((other) => isEqual(status, other))
  const known = statusesOf(operation).filter((status) => isIn(often, status))
  const own = statusesOf(operation).filter((status) => !isIn([...everywhere, ...often], status))
  const also = known.length > 0 ? [`- Also ${known.map(([status]) => status).join(', ')}.`] : []
  return [formatStatuses(own), ...also].join('\n')
}

/** Formats a list of statuses. */
export function formatStatuses(statuses: readonly Status[]): string {
  return statuses.map(([status, meaning]) => `- ${status}: ${meaning}`).join('\n')
}
