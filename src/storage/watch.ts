import type { State } from './database.ts'

/** A look at the state of the data every now and then. */
export interface Watch {
  /** Looks now. */
  readonly look: () => Promise<void>
  readonly stop: () => void
}

/**
 * Calls the listener at first, and whenever the state of the data has changed since the last look.
 * @param state see `Database.state`
 */
export function watchState(
  state: () => State | Promise<State>,
  intervalMs: number,
  listener: () => void,
): Watch {
  let known: State | undefined
  let isStopped = false

  async function look(): Promise<void> {
    const current = await state()
    if (current === known || isStopped) return
    known = current
    listener()
  }

  // A storage that is away is asked again: it has not changed as long as nobody can tell.
  const timer = setInterval(() => look().catch(() => {}), intervalMs).unref()
  return {
    look,
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}
