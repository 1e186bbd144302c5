import { afterEach, expect, test, vi } from 'vitest'
import { createRepeated, type Pause } from '../src/boards/board/slices.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Lets time pass by a second whenever it is asked for, so that each pause ends a slice. */
function passTime(): void {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1_000
    return now
  })
}

/** A task of five steps, which writes down the ends of its runs. */
function createTask() {
  const ended: number[] = []
  let runs = 0
  const task = async (pause: Pause) => {
    const run = ++runs
    for (let step = 0; step < 5; step++) await pause()
    ended.push(run)
  }
  return { ended, task }
}

const otherTask = () => new Promise<void>((resolve) => setTimeout(resolve))

test('a task lets others run when its slice is over', async () => {
  passTime()
  const { ended, task } = createTask()
  createRepeated(task, () => {}).start()
  await Promise.resolve()
  expect(ended).toEqual([])
  await expect.poll(() => ended).toEqual([1])
})

test('a task that is quick ends before any other', async () => {
  const { ended, task } = createTask()
  createRepeated(task, () => {}).start()
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  expect(ended).toEqual([1])
})

test('a newer run replaces one that is under way', async () => {
  const { ended, task } = createTask()
  const now = vi.spyOn(performance, 'now')
  let time = 0
  now.mockImplementation(() => (time += 50))
  const states: boolean[] = []
  const { start } = createRepeated(task, (isRunning) => states.push(isRunning))
  start()
  start()
  expect(states.at(-1)).toBe(true)
  await expect.poll(() => ended).toEqual([2])
  await otherTask()
  expect(ended).toEqual([2])
  expect(states.at(-1)).toBe(false)
})

test('runs that are asked for all the time do not keep each other from ending, and the last one ends', async () => {
  passTime()
  const { ended, task } = createTask()
  const { start } = createRepeated(task, () => {})
  start()
  while (ended.length === 0) {
    await otherTask()
    start()
  }
  await expect.poll(() => ended.length).toBeGreaterThan(1)
})

test('a task that was stopped does not end', async () => {
  passTime()
  const { ended, task } = createTask()
  const { start, stop } = createRepeated(task, () => {})
  start()
  stop()
  for (let turn = 0; turn < 10; turn++) await otherTask()
  expect(ended).toEqual([])
})
