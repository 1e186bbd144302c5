import { onTestFinished, vi } from 'vitest'

/** Lets time pass for `performance.now` in the process of the test, but not for timers. @returns a function that does */
export function createPassing(): (ms: number) => void {
  const now = performance.now.bind(performance)
  let passedMs = 0
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs)
  onTestFinished(() => spy.mockRestore())
  return (ms) => {
    passedMs += ms
  }
}
