import { describeValue, type Hide, shorten } from './describe-value.ts'
import type { Difference, DifferenceType } from './json-differences.ts'
import type { ComparedRequest } from './requests.ts'
import type { Answers } from './run.ts'
import { summarizeTimes, type Times } from './times.ts'

/** Differences of the same type at the same place of the same route. */
export interface DifferenceKind {
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
  readonly method: 'GET'
  readonly path: string
  readonly pointer: string
  readonly other?: string
  readonly this?: string
}

/** More kinds are only counted: a broken service may answer with other names each time. */
const MAX_KINDS = 1000
const POINTER_LENGTH = 300
const PATH_LENGTH = 1000

export type Tally = ReturnType<typeof createTally>

/** Collects differences by kind. Keys are hidden in everything that it returns. */
export function createTally(hide: Hide) {
  const kinds = new Map<string, { kind: DifferenceKind; position: number }>()
  const counts = { requests: 0, differences: 0, unlisted: 0 }
  const timesMs: { other: number[]; this: number[] } = { other: [], this: [] }

  /**
   * @param position that of the request in the list of requests: answers come in any order
   * @param answers the first ones, which are timed
   */
  function add(
    request: ComparedRequest,
    position: number,
    differences: Iterable<Difference>,
    [other, self]: Answers,
  ): void {
    counts.requests++
    for (const difference of differences) count(request, position, difference)
    if ('durationMs' in other) timesMs.other.push(other.durationMs)
    if ('durationMs' in self) timesMs.this.push(self.durationMs)
  }

  function count(request: ComparedRequest, position: number, difference: Difference): void {
    counts.differences++
    const identity = JSON.stringify([request.route, difference.pattern, difference.type])
    const known = kinds.get(identity)
    if (known === undefined && kinds.size >= MAX_KINDS) {
      counts.unlisted++
      return
    }
    const isFirst = known === undefined || position < known.position
    const { kind, position: first } = isFirst ? { kind: toKind(request, difference, hide), position } : known
    kinds.set(identity, { kind: { ...kind, count: (known?.kind.count ?? 0) + 1 }, position: first })
  }

  return {
    add,
    /** The numbers so far. `unlisted` are differences of further kinds, of which there are too many. */
    counts: (): Readonly<typeof counts> => ({ ...counts }),
    /** In the order of the requests, each with its first example. */
    kinds: (): DifferenceKind[] =>
      [...kinds.values()].sort((a, b) => a.position - b.position).map(({ kind }) => kind),
    times: (): Readonly<Record<'other' | 'this', Times>> => ({
      other: summarizeTimes(timesMs.other),
      this: summarizeTimes(timesMs.this),
    }),
  }
}

function toKind({ route, path }: ComparedRequest, difference: Difference, hide: Hide): DifferenceKind {
  const { type, pattern, pointer } = difference
  const first: Example = {
    method: 'GET',
    path: shorten(hide(path), PATH_LENGTH),
    pointer: shorten(hide(pointer), POINTER_LENGTH),
    ...('other' in difference ? { other: describeValue(difference.other, hide) } : {}),
    ...('this' in difference ? { this: describeValue(difference.this, hide) } : {}),
  }
  return { type, route, pointer: shorten(hide(pattern), POINTER_LENGTH), count: 0, first }
}
