/** A test, or a group of tests, that needs an app in its own process, because another process cannot be tested so. */
export interface OnlyInProcess {
  readonly file: string
  readonly title: string
  /** Why the test cannot run against a process. */
  readonly reason: string
}

const CLOCK = 'a process has no clock but that of the machine'
const STORAGE = 'the storage of a process does not fail at will: test/sqlite/faults.test.ts breaks its file'
const COUNT = 'nobody can count what a process asks of its database'

/** All tests of HTTP files that are not run against the shipped command. */
export const ONLY_IN_PROCESS: readonly OnlyInProcess[] = [
  ['test/cached-answers.test.ts', 'a tree that was answered is not read again', COUNT],
  ['test/device.test.ts', 'a heartbeat 4:59 or exactly 5:00 old: online', CLOCK],
  ['test/devices.test.ts', 'is_online at the limit of 5 minutes', CLOCK],
  [
    'test/devices.test.ts',
    'for random devices, access and queries, the list is that of a plain model',
    CLOCK,
  ],
  ['test/http.test.ts', 'a fault inside: 500 with one fixed sentence, and nothing of the fault', STORAGE],
  ['test/http.test.ts', 'storage that cannot be reached: 503 with Retry-After', STORAGE],
  ['test/http.test.ts', 'storage that turned out to be something else: 503 as well', STORAGE],
  ['test/keys.test.ts', 'a key is gone when its time has come, to the millisecond', CLOCK],
].map(([file = '', title = '', reason = '']) => ({ file, title, reason }))
