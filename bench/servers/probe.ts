// Loaded into every server before its own code (node --import): tells the benchmark over the channel between the
// processes what the server has used. While nobody asks it costs nothing, and it keeps no process alive.

export type Question = 'usage' | 'watch'

/** What a server has used so far, over all its threads. */
export interface Usage {
  readonly cpuMs: number
  readonly rssBytes: number
  /** The longest time that something held the event loop, while it was watched. */
  readonly longestHoldMs: number
}

let longestHoldMs = 0
let lastTurnMs = 0
let isWatching = false

process.on('message', (question: Question) => {
  isWatching = question === 'watch'
  process.send?.(usage())
  if (isWatching) watch()
})
process.on('disconnect', () => process.exit())
process.channel?.unref()

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss(), longestHoldMs }
}

/** Until the next question the event loop never sleeps: from turn to turn is how long something held it. */
function watch(): void {
  longestHoldMs = 0
  lastTurnMs = performance.now()
  setImmediate(turn)
}

function turn(): void {
  const nowMs = performance.now()
  longestHoldMs = Math.max(longestHoldMs, nowMs - lastTurnMs)
  lastTurnMs = nowMs
  if (isWatching) setImmediate(turn)
}
