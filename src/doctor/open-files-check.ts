import { openFilesWarning } from '../server/open-files.ts'
import { type Check, Warning } from './check.ts'

export const openFilesCheck: Check = {
  name: 'open files',
  run: async ({ limits }) => {
    const warning = openFilesWarning(limits)
    if (warning !== undefined) return new Warning(warning)
    return 'A process may have as many files and connections open as MAX_CONNECTIONS needs.'
  },
}
