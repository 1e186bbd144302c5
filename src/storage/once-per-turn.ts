/**
 * Shares one read among all calls in one turn of the event loop. The read is made at the end of that turn, so it
 * sees every commit that was made before the requests of that turn arrived.
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
