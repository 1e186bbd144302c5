import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { isatty } from 'node:tty'

const STANDARD_DESCRIPTORS = [0, 1, 2]

/**
 * Lets the process end after its terminal is gone. On exit, Node restores the terminals that the process
 * started with. If one of them is gone, this fails, and the process aborts or spins forever.
 */
export function surviveLostTerminal(): void {
  const terminals = STANDARD_DESCRIPTORS.filter((descriptor) => isatty(descriptor))
  process.on('exit', () => {
    for (const descriptor of terminals) if (!isatty(descriptor)) replaceWithNullDevice(descriptor)
  })
}

/** Replaces a descriptor by the null device. `openSync` takes the lowest free number: the one just closed. */
function replaceWithNullDevice(descriptor: number): void {
  closeSync(descriptor)
  openSync(devNull, 'r+')
}
