import { setFlagsFromString } from 'node:v8'

/** By how much the memory in use may grow before garbage is collected. */
const GROWTH_PERCENT = 80

/**
 * Makes V8 collect garbage more often. V8 assumes that the whole machine is its own, so a command that reads large files would
 * take several times the memory that it needs.
 */
export function limitMemoryGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
