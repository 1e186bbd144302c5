const INTERVAL_MS = 250
/** The value of `npm_lifecycle_event` under npx. */
const NPX = 'npx'

/** Stops this process when the npx that started it has ended: npx forwards no signals, so the server would keep its port. */
export function stopWithNpx(environment: NodeJS.ProcessEnv = process.env): void {
  if (environment['npm_lifecycle_event'] !== NPX) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, INTERVAL_MS).unref()
}
