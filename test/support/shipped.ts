import { beforeEach } from 'vitest'
import { afterTestFile } from './clean-up.ts'
import { killRunning } from './command.ts'
import { ONLY_IN_PROCESS } from './only-in-process.ts'

afterTestFile(killRunning)

// Skips exactly the listed tests, and the tests of listed groups, in the project `shipped`.
beforeEach(({ task, skip }) => {
  const [file, ...titles] = task.fullName.split(' > ')
  const listed = ONLY_IN_PROCESS.find((one) => one.file === file && titles.includes(one.title))
  if (listed) skip(listed.reason)
})
