/** The time after which other tasks may run, such as painting, or events of the network and the keyboard. */
const SLICE_MS = 25
/** The time in which newer runs replace the current one. Later it is finished first, or nothing would ever be shown. */
const MAX_DELAY_MS = 2_000

/** Lets other tasks run if their time has come. A slow step calls it before each of its parts. */
export type Pause = () => Promise<void> | undefined

interface Run {
  isReplaced: boolean
  isOutdated: boolean
}

/** Runs a long task in slices, again whenever it is asked to. */
export interface Repeated {
  /** Runs the task, in place of a run that is under way. */
  readonly start: () => void
  readonly stop: () => void
}

/** The reason why a run that was replaced ends. */
const REPLACED = new Error('A newer run has replaced this one')

/** @param onRunning called with true when a run begins, and with false when none is left */
export function createRepeated(
  task: (pause: Pause) => Promise<void>,
  onRunning: (isRunning: boolean) => void,
): Repeated {
  let current: Run | undefined
  let waitingSince = 0
  return { start, stop }

  function start(): void {
    const now = performance.now()
    if (current === undefined) waitingSince = now
    if (current && now - waitingSince > MAX_DELAY_MS) {
      current.isOutdated = true
      return
    }
    stop()
    const run = { isReplaced: false, isOutdated: false }
    current = run
    onRunning(true)
    task(createPause(run)).then(
      () => finish(run),
      (error: unknown) => {
        finish(run)
        if (error !== REPLACED) throw error
      },
    )
  }

  function stop(): void {
    if (current) current.isReplaced = true
    current = undefined
    onRunning(false)
  }

  function finish(run: Run): void {
    if (current !== run) return
    stop()
    if (run.isOutdated) start()
  }
}

function createPause(run: Run): Pause {
  let startedAt = performance.now()
  return () => {
    if (performance.now() - startedAt < SLICE_MS) return undefined
    return nextTask().then(() => {
      if (run.isReplaced) throw REPLACED
      startedAt = performance.now()
    })
  }
}

/** Resolves in a task of its own. Unlike timers, messages are not delayed in a window that is not visible. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
