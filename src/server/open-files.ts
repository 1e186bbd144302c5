import type { Limits } from '../http/limits.ts'

/** The most files that a process has open besides connections: the database, its log, files being sent. */
const OTHER_FILES = 100

/** The part of Node's diagnostic report with the limits of the process, if the system has them. */
interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } }
}

/**
 * Returns how many files and connections this process may have open; undefined if there is no limit. Node
 * raises the limit that it was started with as far as it may, so the limit is only known inside the process.
 */
function openFilesLimit(): number | undefined {
  const report: Report = process.report.getReport()
  const soft = report.userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : undefined
}

/** Returns a warning if the limit on open files is too low for MAX_CONNECTIONS, and undefined otherwise. */
export function openFilesWarning({ maxConnections }: Limits, limit = openFilesLimit()): string | undefined {
  if (limit === undefined || limit >= maxConnections + OTHER_FILES) return undefined
  const has = `A process may have ${limit} files and connections open`
  const needs = `${maxConnections} connections (MAX_CONNECTIONS) and ${OTHER_FILES} files need more`
  const most = limit - OTHER_FILES
  const orLess = most > 0 ? `, or set MAX_CONNECTIONS to at most ${most}` : ''
  return `${has}, but ${needs}: raise the limit (ulimit -n, or LimitNOFILE of systemd)${orLess}.`
}
