/** The time for some work has passed. */
export class DeadlinePassedError extends Error {
  override name = 'DeadlinePassedError'
}

/** A time limit: a signal that is aborted when the limit has passed. Until `cancel` is called or the limit has passed, the process keeps running. */
export interface Deadline {
  readonly signal: AbortSignal
  readonly cancel: () => void
}

/**
 * Starts a time limit. Unlike `AbortSignal.timeout`, it keeps the process running, so that a command that waits forever does not
 * end without a message.
 * @param stopping also aborts the signal, with its own reason
 */
export function startDeadline(timeoutMs: number, stopping?: AbortSignal): Deadline {
  const controller = new AbortController()
  const expire = () =>
    controller.abort(new DeadlinePassedError(`it did not end within ${timeoutMs / 1000} s`))
  const stop = () => controller.abort(stopping?.reason)
  const timer = setTimeout(expire, timeoutMs)
  stopping?.addEventListener('abort', stop)
  if (stopping?.aborted) stop()
  return {
    signal: controller.signal,
    cancel() {
      clearTimeout(timer)
      stopping?.removeEventListener('abort', stop)
    },
  }
}

/** Waits for work until a signal is aborted, even if the work never ends. @throws the reason of the signal */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
