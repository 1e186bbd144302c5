/** A request, timed from its start to its end. */
export type SendRequest = () => Promise<unknown>

/** The largest number of pairs of blocks that are compared, and the number of requests in a block. */
const PAIRS = 120
const BLOCK = 9
/** Requests before the first comparison. */
const WARM_UP = 100
/** Smaller differences do not count, because they cannot be measured over a network. */
const TOLERANCE_MS = 0.03
/** The significance of a difference: chance alone reaches a z-value of 6 once in a billion tests. */
const SIGNIFICANT_Z = 6
/** The number of pairs that must agree: more than half of them, by more than chance. */
const AGREEING_PAIRS = Math.ceil(PAIRS / 2 + SIGNIFICANT_Z * Math.sqrt(PAIRS / 4))

/**
 * Whether one of two requests takes reliably longer than the other. Both are sent in turn, in an order that changes
 * with each pair, so that other load on the machine affects both. Medians of short blocks exclude outliers. A sign test
 * decides whether the pairs agree, whatever their distribution. It ends early once more pairs cannot change the result.
 */
export async function areDistinguishable(one: SendRequest, other: SendRequest): Promise<boolean> {
  await medianMs(one)
  await medianMs(other)
  let slower = 0
  let faster = 0
  for (let pair = 0; pair < PAIRS; pair++) {
    const [first, second] = pair % 2 === 0 ? [one, other] : [other, one]
    const [firstMs, secondMs] = await timeBoth(first, second)
    const differenceMs = pair % 2 === 0 ? secondMs - firstMs : firstMs - secondMs
    if (differenceMs > TOLERANCE_MS) slower++
    if (differenceMs < -TOLERANCE_MS) faster++
    const mostAgreeing = Math.max(slower, faster)
    if (mostAgreeing >= AGREEING_PAIRS) return true
    if (mostAgreeing + (PAIRS - pair - 1) < AGREEING_PAIRS) return false
  }
  return false
}

/** The medians of two blocks whose requests alternate. */
async function timeBoth(first: SendRequest, second: SendRequest): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let n = 0; n < BLOCK; n++) {
    times[0].push(await timeOf(first))
    times[1].push(await timeOf(second))
  }
  return [median(times[0]), median(times[1])]
}

/** The median time of a request, once the service is warm. */
export async function medianMs(send: SendRequest): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < WARM_UP; n++) times.push(await timeOf(send))
  return median(times)
}

async function timeOf(send: SendRequest): Promise<number> {
  const startedAtMs = performance.now()
  await send()
  return performance.now() - startedAtMs
}

function median(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
