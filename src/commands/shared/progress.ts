import type { SingleBar } from 'cli-progress'

const REDRAWS = 200

/** A progress bar on the terminal. */
export async function createBar(format: string): Promise<SingleBar> {
  const { SingleBar } = await import('cli-progress')
  return new SingleBar({ format, hideCursor: true })
}

/** Updates a bar. Redraws it only if enough has changed since the last time. */
export function show(bar: SingleBar, done: number, total: number): void {
  if (!bar.isActive) bar.start(total, 0)
  // Redrawing for each of a million devices would take longer than the import.
  if (done < total && done - bar.getProgress() * total < total / REDRAWS) return
  bar.update(done)
  bar.render()
}
