// Loaded into every server before its own code (node --import). It sends the benchmark, on request, what the
// server has used. Between requests it costs nothing, and it keeps no process alive.

export type Question = 'usage' | 'watch'

/** The resources that a server has used so far, over all its threads. */
export interface Usage {
  readonly cpuMs: number
  readonly rssBytes: number
  /** The longest time that the event loop was blocked while it was watched. */
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

/** Keeps the event loop from sleeping. The time between two ticks is how long it was blocked. */
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
