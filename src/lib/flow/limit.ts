/** Runs work, now or when earlier work is done. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Creates a function that runs at most so much work at once, in the order of the calls. */
export function limitTo(maximum: number): Limit {
  const waiting: (() => void)[] = []
  let first = 0
  let running = 0
  return async (work) => {
    if (running === maximum) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = takeFirst()
      if (next) next()
      else running -= 1
    }
  }

  /** To remove them one by one would move all others each time. */
  function takeFirst(): (() => void) | undefined {
    const next = waiting[first]
    first += 1
    if (first * 2 > waiting.length) {
      waiting.splice(0, first)
      first = 0
    }
    return next
  }
}

/**
 * Does work for each of some values. At most so much of it has begun and is not done, so that what waits takes no memory.
 * @returns the results in the order of the values
 */
export async function mapUpTo<Value, Result>(
  maximum: number,
  values: readonly Value[],
  work: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const entries = values.entries()
  const worker = async () => {
    for (const [index, value] of entries) results[index] = await work(value)
  }
  await Promise.all(Array.from({ length: maximum }, worker))
  return results
}
