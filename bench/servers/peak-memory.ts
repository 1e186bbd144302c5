// Loaded into a command before its own code (node --import). When the command exits, this writes its peak
// memory, in kibibytes, to file descriptor 3.

import { writeSync } from 'node:fs'

process.once('exit', () => writeSync(3, `${process.resourceUsage().maxRSS}`))
