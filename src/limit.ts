/** Runs work, now or when earlier work is done. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Creates a function that runs at most so much work at once, in the order of the calls. */
export function limitTo(maximum: number): Limit {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running === maximum) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
