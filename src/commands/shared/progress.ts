import { Worker } from 'node:worker_threads'

const CLEAR_LINE = '\u001b[K'

/** Imports block the thread that they run in. */
const TICKER = `
const { writeSync } = require('node:fs')
const { workerData } = require('node:worker_threads')
setInterval(() => writeSync(2, workerData + ': ' + Math.round(performance.now() / 1000) + ' s${CLEAR_LINE}\\r'), 1000)`

/** Says on a terminal each second for how long work has been going on. The next line that is printed overwrites it. */
export async function showProgress<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!process.stderr.isTTY) return work()
  const ticker = new Worker(TICKER, { eval: true, workerData: name })
  try {
    return await work()
  } finally {
    await ticker.terminate()
    process.stderr.write(CLEAR_LINE)
  }
}
