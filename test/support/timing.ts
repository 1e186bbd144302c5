/** One way to ask; it is timed from its beginning to its end. */
export type Ask = () => Promise<unknown>

/** How many pairs of blocks are compared, and how many requests make a block. */
const PAIRS = 120
const BLOCK = 9
/** Differences that nobody can tell over a network do not count. */
const TOLERANCE_MS = 0.03
/** So seldom does chance alone look like a difference: a z-value of 6 is one in a billion. */
const SIGNIFICANT_Z = 6

/**
 * Whether one of two ways to ask takes reliably longer than the other. Both are asked in turn, in an order that
 * changes with each pair, so that whatever else the machine does falls on both; medians of short blocks leave out
 * what falls on single requests; and a sign test asks whether the pairs agree, whatever their distribution.
 */
export async function canBeToldApart(one: Ask, other: Ask): Promise<boolean> {
  await medianOf(one)
  await medianOf(other)
  const differences: number[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const [first, second] = pair % 2 === 0 ? [one, other] : [other, one]
    const [firstMs, secondMs] = await timeBoth(first, second)
    differences.push(pair % 2 === 0 ? secondMs - firstMs : firstMs - secondMs)
  }
  const isSlower = (sign: number) =>
    isSignificant(differences.filter((difference) => sign * difference > TOLERANCE_MS).length)
  return isSlower(1) || isSlower(-1)
}

/** Whether so many of all pairs are more than half of them by more than chance. */
function isSignificant(agreeing: number): boolean {
  return (agreeing - PAIRS / 2) / Math.sqrt(PAIRS / 4) > SIGNIFICANT_Z
}

/** The medians of two blocks whose requests alternate. */
async function timeBoth(first: Ask, second: Ask): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let n = 0; n < BLOCK; n++) {
    times[0].push(await timeOf(first))
    times[1].push(await timeOf(second))
  }
  return [median(times[0]), median(times[1])]
}

async function medianOf(ask: Ask): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 200; n++) times.push(await timeOf(ask))
  return median(times)
}

async function timeOf(ask: Ask): Promise<number> {
  const startedAtMs = performance.now()
  await ask()
  return performance.now() - startedAtMs
}

function median(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
