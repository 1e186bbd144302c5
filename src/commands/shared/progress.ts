/** Work that is done sooner needs no progress bar. */
const SHOWN_AFTER_MS = 1000

/** A progress bar on a terminal, which is shown once the work has taken a second. */
export async function startProgress(format: string) {
  if (!process.stderr.isTTY) return { show() {}, stop() {} }
  // Loaded on demand: most commands need no bar.
  const { SingleBar } = await import('cli-progress')
  const bar = new SingleBar({ format, hideCursor: true })
  const startedAtMs = performance.now()
  return {
    show(done: number, total: number, values: object = {}) {
      if (performance.now() - startedAtMs < SHOWN_AFTER_MS) return
      if (!bar.isActive) bar.start(total, 0, values)
      bar.update(done, values)
    },
    stop: () => bar.stop(),
  }
}

/** The progress of an import: members are checked, then imported. */
export async function startImportProgress() {
  if (!process.stderr.isTTY) return { stop() {} }
  const checking = await startProgress('Checking  {bar} {percentage} % | {done} of {all} MB | {rows} rows')
  const importing = await startProgress('Importing {bar} {percentage} % | {value} of {total} rows')
  return {
    onCheck(bytes: number, total: number, rows: number) {
      checking.show(bytes, total, { done: toMegabytes(bytes), all: toMegabytes(total), rows })
    },
    onProgress(done: number, total: number) {
      checking.stop()
      importing.show(done, total)
    },
    stop() {
      checking.stop()
      importing.stop()
    },
  }
}

function toMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}
