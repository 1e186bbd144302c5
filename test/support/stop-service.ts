import { expect } from 'vitest'
import type { ServingCommand } from './command.ts'

/** Stops a service, and checks that it has reported no error. */
export async function stop(server: ServingCommand): Promise<void> {
  expect(await server.stop()).toBe(0)
  expect(server.stderr()).toBe('')
  expect(server.lines().filter(({ level }) => level >= 50)).toEqual([])
}
