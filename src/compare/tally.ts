import { describeValue, type Hide, shorten } from './describe-value.ts'
import type { Difference, DifferenceType } from './json-differences.ts'
import type { ComparedRequest } from './routes.ts'

/** Differences of the same type at the same place of the same route. */
export interface Kind {
  readonly type: DifferenceType
  /** The route, such as `/v1/menus/:menuId/groups/options`. */
  readonly route: string
  /** The JSON pointer with `*` in place of indexes. */
  readonly pointer: string
  readonly count: number
  readonly first: Example
}

/** The first difference of a kind. Values are short JSON text, absent where a service has none. */
export interface Example {
  readonly method: string
  readonly path: string
  readonly pointer: string
  readonly other?: string
  readonly this?: string
}

/** More kinds are only counted: a broken service may answer with other names each time. */
const MAX_KINDS = 1000
const POINTER_LENGTH = 300
const PATH_LENGTH = 1000

interface Counted {
  readonly kind: Omit<Kind, 'count'>
  /** The place of the request of the example in the list of requests. */
  readonly position: number
  readonly count: number
}

/** Collects differences by kind. Keys are hidden in everything that it returns. */
export function createTally(hide: Hide) {
  const kinds = new Map<string, Counted>()
  const tally = { requests: 0, differences: 0, unlisted: 0 }
  return {
    /** @param position that of the request in the list of requests: answers come in any order */
    add(request: ComparedRequest, position: number, differences: Iterable<Difference>): void {
      tally.requests++
      for (const difference of differences) {
        tally.differences++
        count(request, position, difference)
      }
    },
    /** The numbers so far. `unlisted` are differences of further kinds, of which there are too many. */
    counts: (): Readonly<typeof tally> => ({ ...tally }),
    /** In the order of the requests, each with its first example. */
    kinds: (): Kind[] =>
      [...kinds.values()]
        .sort((a, b) => a.position - b.position)
        .map(({ kind, count }) => ({ ...kind, count })),
  }

  function count(request: ComparedRequest, position: number, difference: Difference): void {
    const identity = JSON.stringify([request.route.template, difference.pattern, difference.type])
    const known = kinds.get(identity)
    if (known !== undefined && known.position <= position) {
      kinds.set(identity, { ...known, count: known.count + 1 })
    } else if (known !== undefined || kinds.size < MAX_KINDS) {
      const kind = toKind(request, difference, hide)
      kinds.set(identity, { kind, position, count: (known?.count ?? 0) + 1 })
    } else {
      tally.unlisted++
    }
  }
}
export type Tally = ReturnType<typeof createTally>

function toKind(request: ComparedRequest, difference: Difference, hide: Hide): Omit<Kind, 'count'> {
  const { type, pattern } = difference
  const pointer = shorten(hide(pattern), POINTER_LENGTH)
  return { type, route: request.route.template, pointer, first: toExample(request, difference, hide) }
}

function toExample({ method, target }: ComparedRequest, difference: Difference, hide: Hide): Example {
  return {
    method,
    path: shorten(hide(target), PATH_LENGTH),
    pointer: shorten(hide(difference.pointer), POINTER_LENGTH),
    ...('other' in difference ? { other: describeValue(difference.other, hide) } : {}),
    ...('this' in difference ? { this: describeValue(difference.this, hide) } : {}),
  }
}
