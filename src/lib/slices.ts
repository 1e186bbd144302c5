import { setImmediate } from 'node:timers/promises'

/** The longest time that other requests wait for one slice. */
const SLICE_MS = 10

/** Maps members as `flatMap` does, but in slices: the process answers other requests between them. */
export async function flatMapInSlices<Member, Result>(
  members: Iterable<Member>,
  toResults: (member: Member) => readonly Result[],
): Promise<Result[]> {
  const results: Result[] = []
  let startedMs = performance.now()
  for (const member of members) {
    results.push(...toResults(member))
    if (performance.now() - startedMs < SLICE_MS) continue
    await setImmediate()
    startedMs = performance.now()
  }
  return results
}
