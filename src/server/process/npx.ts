/** How often to look. */
const INTERVAL_MS = 250
/** What npx names the process that it starts. */
const NPX = 'npx'

/**
 * Stops this process, if npx started it, when npx has ended: that passes no signal on, and a server whose npx was killed would go on
 * and keep its port.
 */
export function stopWithNpx(environment: NodeJS.ProcessEnv = process.env): void {
  if (environment['npm_lifecycle_event'] !== NPX) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, INTERVAL_MS).unref()
}
