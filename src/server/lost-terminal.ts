import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { isatty } from 'node:tty'

const STANDARD_DESCRIPTORS = [0, 1, 2]

/**
 * Lets the process end after its terminal has gone. As it ends, Node sets the terminals that it began with back to
 * how they were; where one of them is no more, that fails, and the process aborts or spins for ever.
 */
export function surviveLostTerminal(): void {
  const terminals = STANDARD_DESCRIPTORS.filter((descriptor) => isatty(descriptor))
  process.on('exit', () => {
    for (const descriptor of terminals) if (!isatty(descriptor)) replaceByNothing(descriptor)
  })
}

/** What is opened takes the lowest number that is free: that of what was just closed. */
function replaceByNothing(descriptor: number): void {
  closeSync(descriptor)
  openSync(devNull, 'r+')
}
