/** A test, or a group of tests, that needs an app in its own process, and cannot run against another process. */
export interface OnlyInProcess {
  readonly file: string
  readonly title: string
  /** Why the test cannot run against a process. */
  readonly reason: string
}

const CLOCK = 'the clock of another process cannot be set'
const STORAGE =
  'the database of another process cannot be made to fail; test/sqlite/faults.test.ts damages its file instead'
const COUNT = 'the queries of another process cannot be counted'

/** All tests of HTTP files that are not run against the shipped command. */
export const ONLY_IN_PROCESS: readonly OnlyInProcess[] = [
  ['test/http/cached-answers.test.ts', 'a cached tree is not read again', COUNT],
  ['test/http/list-devices.test.ts', 'is_online at the limit of 5 minutes', CLOCK],
  [
    'test/http/list-devices.test.ts',
    'for random devices, access and queries, the list matches a plain model',
    CLOCK,
  ],
  [
    'test/http/http.test.ts',
    'an internal error returns 500 with one fixed sentence, and nothing about the error',
    STORAGE,
  ],
  ['test/http/http.test.ts', 'an unavailable database returns 503 with Retry-After', STORAGE],
  ['test/http/keys.test.ts', 'a key is rejected once it has expired, to the millisecond', CLOCK],
].map(([file = '', title = '', reason = '']) => ({ file, title, reason }))
