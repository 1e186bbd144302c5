import type { SingleBar } from 'cli-progress'

const REDRAWS = 200

/** A bar on the terminal that shows how far a command is. */
export async function createBar(format: string): Promise<SingleBar> {
  const { SingleBar } = await import('cli-progress')
  return new SingleBar({ format, hideCursor: true })
}

/** Draws a bar anew, unless too little has happened since. */
export function show(bar: SingleBar, done: number, total: number): void {
  if (!bar.isActive) bar.start(total, 0)
  // A redraw for each of a million devices would take longer than the import.
  if (done < total && done - bar.getProgress() * total < total / REDRAWS) return
  bar.update(done)
  bar.render()
}
