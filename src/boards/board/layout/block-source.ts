import type { Block, Blocks } from '../blocks.ts'
import type { Pause } from '../slices.ts'

/** Blocks that are created when they are taken. */
export interface BlockSource {
  /** Takes the next blocks; fewer at the end. */
  readonly take: (count: number) => Promise<Block[]>
  /** Puts blocks back that are taken again. */
  readonly putBack: (blocks: readonly Block[]) => void
  readonly isEmpty: () => boolean
}

export function createSource(blocks: Blocks, pause: Pause): BlockSource {
  const iterator = blocks[Symbol.iterator]()
  let next = iterator.next()
  let waiting: readonly Block[] = []
  return {
    take,
    putBack: (given) => {
      waiting = given
    },
    isEmpty: () => next.done === true && waiting.length === 0,
  }

  async function take(count: number): Promise<Block[]> {
    const taken = waiting.slice(0, count)
    waiting = waiting.slice(count)
    while (!next.done && taken.length < count) {
      taken.push(next.value)
      next = iterator.next()
      await pause()
    }
    return taken
  }
}
