import type { Limits } from '../http/limits.ts'

/** What a process has open beside connections at most: the database, its log, and files that are being sent. */
const OTHER_FILES = 100

/** The part of Node's diagnostic report that tells the limits of the process, where the system has them. */
interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } }
}

/**
 * How many files and connections this process may have open; undefined where there is no limit. Node raises the
 * limit that it was started with as far as it may, so that only the process itself can tell.
 */
function openFilesLimit(): number | undefined {
  const report: Report = process.report.getReport()
  const soft = report.userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : undefined
}

/** The sentence for a limit on open files that is too low for MAX_CONNECTIONS; undefined where it is not. */
export function openFilesWarning({ maxConnections }: Limits, limit = openFilesLimit()): string | undefined {
  if (limit === undefined || limit >= maxConnections + OTHER_FILES) return undefined
  const has = `A process may have ${limit} files and connections open`
  const needs = `${maxConnections} connections (MAX_CONNECTIONS) and ${OTHER_FILES} files need more`
  const most = limit - OTHER_FILES
  const orLess = most > 0 ? `, or set MAX_CONNECTIONS to at most ${most}` : ''
  return `${has}, but ${needs}: raise the limit (ulimit -n, or LimitNOFILE of systemd)${orLess}.`
}
