/** Starts some work, or joins the same work if it is in progress. */
export async function singleFlight<Key, Result>(
  running: Map<Key, Promise<Result>>,
  key: Key,
  work: () => Promise<Result>,
): Promise<Result> {
  const inProgress = running.get(key)
  if (inProgress) return inProgress
  const started = work().finally(() => running.delete(key))
  running.set(key, started)
  return started
}
