import type { Block, Blocks } from '../blocks.ts'
import type { Pause } from '../slices.ts'

/** Blocks that are created when they are taken. */
export interface Source {
  /** Takes the next blocks; fewer at the end. */
  readonly take: (count: number) => Promise<Block[]>
  readonly isEmpty: () => boolean
}

export function createSource(blocks: Blocks, pause: Pause): Source {
  const iterator = blocks[Symbol.iterator]()
  let next = iterator.next()
  return { take, isEmpty: () => next.done === true }

  async function take(count: number): Promise<Block[]> {
    const taken: Block[] = []
    while (!next.done && taken.length < count) {
      taken.push(next.value)
      next = iterator.next()
      await pause()
    }
    return taken
  }
}
