const INTERVAL_MS = 1000
const CLEAR_LINE = '\u001b[K'

/** Says on a terminal each second for how long work has been going on. The next line that is printed overwrites it. */
export async function showProgress<Result>(name: string, work: Promise<Result>): Promise<Result> {
  if (!process.stderr.isTTY) return work
  let seconds = 0
  const timer = setInterval(() => {
    seconds++
    process.stderr.write(`${name}: ${seconds} s${CLEAR_LINE}\r`)
  }, INTERVAL_MS)
  return work.finally(() => {
    clearInterval(timer)
    if (seconds > 0) process.stderr.write(CLEAR_LINE)
  })
}
