export const SECOND_MS = 1000

/** Between half of it and all of it: screens that lost the service together do not come back together. */
export function jittered(delayMs: number): number {
  return delayMs * (0.5 + Math.random() / 2)
}
