import { setImmediate } from 'node:timers/promises'

/** The longest time that other requests wait for one slice. */
const SLICE_MS = 10

/** Maps elements as `flatMap` does, but in slices: the process answers other requests between them. */
export async function flatMapInSlices<Element, Result>(
  elements: Iterable<Element>,
  toResults: (element: Element) => readonly Result[],
): Promise<Result[]> {
  const results: Result[] = []
  let startedAtMs = performance.now()
  for (const element of elements) {
    results.push(...toResults(element))
    if (performance.now() - startedAtMs < SLICE_MS) continue
    await setImmediate()
    startedAtMs = performance.now()
  }
  return results
}
