import type { SingleBar } from 'cli-progress'

const REDRAWS = 200
/** Work that is done sooner needs no progress bar. */
const SHOWN_AFTER_MS = 1000

/**
 * The progress bars of an import, on a terminal: the files are read once to check them and once to import them. They are
 * shown if the import takes longer than a second.
 */
export async function progressBars() {
  if (!process.stderr.isTTY) return { stop() {} }
  const checking = await createBar('Checking  {bar} {percentage} % | {done} of {all} MB | {rows} rows')
  const importing = await createBar('Importing {bar} {percentage} % | {value} of {total} rows')
  const startedAtMs = performance.now()
  const isShown = () => performance.now() - startedAtMs > SHOWN_AFTER_MS
  return {
    onCheck(bytes: number, total: number, rows: number) {
      if (isShown()) show(checking, bytes, total, { done: toMegabytes(bytes), all: toMegabytes(total), rows })
    },
    onProgress(done: number, total: number) {
      if (checking.isActive) checking.stop()
      if (isShown()) show(importing, done, total)
    },
    stop() {
      checking.stop()
      importing.stop()
    },
  }
}

/** The progress bar of reading menus over HTTP, on a terminal. It is shown if that takes longer than a second. */
export async function readingBar() {
  if (!process.stderr.isTTY) return { onRead() {}, stop() {} }
  const bar = await createBar('Reading   {bar} {percentage} % | {value} of {total} menus')
  const startedAtMs = performance.now()
  return {
    onRead(done: number, total: number) {
      if (performance.now() - startedAtMs > SHOWN_AFTER_MS) show(bar, done, total)
    },
    stop: () => bar.stop(),
  }
}

function toMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

/** A progress bar on the terminal. */
export async function createBar(format: string): Promise<SingleBar> {
  const { SingleBar } = await import('cli-progress')
  return new SingleBar({ format, hideCursor: true })
}

/** Updates a bar. Redraws it only if enough has changed since the last time. */
export function show(bar: SingleBar, done: number, total: number, values: object = {}): void {
  if (!bar.isActive) bar.start(total, 0, values)
  // Redrawing for each of a million devices would take longer than the import.
  if (done < total && done - bar.getProgress() * total < total / REDRAWS) return
  bar.update(done, values)
  bar.render()
}
