// Loaded into every server before its own code (node --import). When the benchmark requests it, this sends the
// resource usage of the server. Between requests it costs nothing, and it does not keep the process alive.

export type ProbeRequest = 'usage' | 'watch'

/** The resource usage of a server so far, over all its threads. */
export interface Usage {
  readonly cpuMs: number
  readonly rssBytes: number
  /** The longest time that the event loop was blocked while it was watched. */
  readonly longestBlockMs: number
}

let longestBlockMs = 0
let lastTickMs = 0
let isWatching = false

process.on('message', (request: ProbeRequest) => {
  isWatching = request === 'watch'
  process.send?.(usage())
  if (isWatching) watch()
})
process.on('disconnect', () => process.exit())
process.channel?.unref()

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss(), longestBlockMs }
}

/** Keeps the event loop from sleeping. The time between two ticks is how long it was blocked. */
function watch(): void {
  longestBlockMs = 0
  lastTickMs = performance.now()
  setImmediate(tick)
}

function tick(): void {
  const nowMs = performance.now()
  longestBlockMs = Math.max(longestBlockMs, nowMs - lastTickMs)
  lastTickMs = nowMs
  if (isWatching) setImmediate(tick)
}
