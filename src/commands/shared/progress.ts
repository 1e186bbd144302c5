import { printMessage } from './output.ts'

/** Says on a terminal what takes long. */
export function showProgress(work: string): void {
  if (process.stderr.isTTY) printMessage(`${work} …`)
}
