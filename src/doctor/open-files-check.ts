import { openFilesWarning } from '../server/startup.ts'
import { type Check, Warning } from './check.ts'

export const openFilesCheck: Check = {
  name: 'open files',
  run: async ({ limits }) => {
    const warning = openFilesWarning(limits)
    if (warning !== undefined) return new Warning(warning)
    return 'The limit on open files is high enough for MAX_CONNECTIONS.'
  },
}
