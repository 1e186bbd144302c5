import type { Database, State } from './database.ts'

/** Values that hold until keys, grants or menus change, by text. */
export interface Memory<Value> {
  /** What is remembered, if the state is still the same; at once where the storage can tell at once. */
  readonly recall: (text: string) => Value | undefined | Promise<Value | undefined>
  /** @param asOf the state of the data before the value was read */
  readonly remember: (text: string, asOf: State, value: Value) => void
}

/** What a memory may take, and what one value takes beside its text. */
const LIMIT_BYTES = 8 * 1024 * 1024
const OVERHEAD_BYTES = 1024

/** A memory of one state of the data at a time. It is emptied when it is full: all of it can be read again. */
export function createMemory<Value>(database: Database): Memory<Value> {
  const values = new Map<string, Value>()
  let heldAsOf: State = { number: Number.NEGATIVE_INFINITY }
  let heldBytes = 0

  return {
    recall(text) {
      const value = values.get(text)
      if (value === undefined) return undefined
      const asOf = heldAsOf
      // Where the state cannot be told, whoever reads instead will learn what is wrong with the storage.
      try {
        const state = database.state()
        if (!(state instanceof Promise)) return state === asOf ? value : undefined
        return state.then(
          (current) => (current === asOf ? value : undefined),
          () => undefined,
        )
      } catch {
        return undefined
      }
    },
    remember(text, asOf, value) {
      // What was slow to come may be of the past by now: it must not push out what holds.
      if (asOf.number < heldAsOf.number) return
      if (asOf !== heldAsOf || heldBytes > LIMIT_BYTES) {
        values.clear()
        heldBytes = 0
      }
      heldAsOf = asOf
      heldBytes += text.length + OVERHEAD_BYTES
      values.set(text, value)
    },
  }
}
