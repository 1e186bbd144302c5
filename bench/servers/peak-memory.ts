// Loaded into a command before its own code (node --import): writes the most memory that the command ever held, in
// kibibytes, to file descriptor 3 as it ends.

import { writeSync } from 'node:fs'

process.once('exit', () => writeSync(3, `${process.resourceUsage().maxRSS}`))
