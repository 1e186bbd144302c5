import { escapeName } from '../json.ts'

/** A place in a JSON document, as a list from the inside out. Most places are never written as a pointer. */
export interface Place {
  readonly parent: Place | undefined
  /** The name of a member of an object, or an index of an array. */
  readonly step: string | number
}

export function extend(parent: Place | undefined, step: string | number): Place {
  return { parent, step }
}

/** The JSON pointer (RFC 6901) of a place. That of the whole document is empty. */
export function pointerOf(place: Place | undefined): string {
  return write(place, String)
}

/** The JSON pointer of a place with `*` in place of indexes. */
export function patternOf(place: Place | undefined): string {
  return write(place, () => '*')
}

function write(place: Place | undefined, writeIndex: (index: number) => string): string {
  const steps: string[] = []
  for (let current = place; current !== undefined; current = current.parent) {
    const { step } = current
    steps.push(`/${typeof step === 'number' ? writeIndex(step) : escapeName(step)}`)
  }
  return steps.reverse().join('')
}
