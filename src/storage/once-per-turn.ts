/**
 * Shares one read among all calls in one turn of the event loop. It is made at the end of that turn, so its
 * result is newer than every request that had arrived when the function was called.
 */
export function oncePerTurn<Result>(read: () => Result | Promise<Result>): () => Promise<Result> {
  let pending: Promise<Result> | undefined

  async function readAtEndOfTurn(): Promise<Result> {
    await new Promise(setImmediate)
    pending = undefined
    return read()
  }

  return () => {
    pending ??= readAtEndOfTurn()
    return pending
  }
}
