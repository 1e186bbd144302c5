/** Returns half to all of the delay, so that screens that lost the service together return one by one. */
export function jittered(delayMs: number): number {
  return delayMs * (0.5 + Math.random() / 2)
}
