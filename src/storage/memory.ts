import type { Database } from './database.ts'

/** Values that hold until something is committed, by text. */
export interface Memory<Value> {
  /** What is remembered, if nothing has been committed since. */
  readonly recall: (text: string) => Value | undefined
  /** @param asOf the state of the data before the value was read; see `Database.state` */
  readonly remember: (text: string, asOf: object | undefined, value: Value) => void
}

/** What a memory may take, and what one value takes beside its text. */
const LIMIT_BYTES = 8 * 1024 * 1024
const OVERHEAD_BYTES = 1024

/** A memory of one state of the data at a time. It is emptied when it is full: all of it can be read again. */
export function createMemory<Value>(database: Database): Memory<Value> {
  const values = new Map<string, Value>()
  let heldAsOf: object | undefined
  let heldBytes = 0

  function isCurrent(asOf: object | undefined): boolean {
    try {
      return asOf !== undefined && database.state() === asOf
    } catch {
      // Whoever reads instead will learn what is wrong with the storage.
      return false
    }
  }

  return {
    recall(text) {
      const value = values.get(text)
      return value !== undefined && isCurrent(heldAsOf) ? value : undefined
    },
    remember(text, asOf, value) {
      // What was slow to come may be of the past by now: it must not push out what holds.
      if (asOf !== heldAsOf && !isCurrent(asOf)) return
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
