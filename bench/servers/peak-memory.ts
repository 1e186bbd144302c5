// Loaded into a command before its own code (node --import). When the command ends, this writes the most
// memory that it ever held, in kibibytes, to file descriptor 3.

import { writeSync } from 'node:fs'

process.once('exit', () => writeSync(3, `${process.resourceUsage().maxRSS}`))
