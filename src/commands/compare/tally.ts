import type { ComparedAnswers } from './client.ts'
import { describeValue, type Hide, shorten } from './describe-value.ts'
import type { AnswerDifference } from './json-differences.ts'
import type { ComparedRequest } from './requests.ts'

/** Differences of the same type at the same place of the same route. */
export type DifferenceKind = ReturnType<typeof toKind> & { readonly count: number }
export type Tally = ReturnType<typeof createTally>

/** More kinds are only counted: a broken service may answer with other names each time. */
const MAX_KINDS = 1000
const POINTER_LENGTH = 300
const PATH_LENGTH = 1000

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
    differences: Iterable<AnswerDifference>,
    [other, self]: ComparedAnswers,
  ): void {
    counts.requests++
    for (const difference of differences) count(request, position, difference)
    if ('durationMs' in other) timesMs.other.push(other.durationMs)
    if ('durationMs' in self) timesMs.this.push(self.durationMs)
  }

  function count(request: ComparedRequest, position: number, difference: AnswerDifference): void {
    counts.differences++
    const identity = JSON.stringify([request.route, difference.pattern, difference.type])
    const known = kinds.get(identity)
    if (known !== undefined && known.position <= position) {
      kinds.set(identity, { ...known, kind: { ...known.kind, count: known.kind.count + 1 } })
    } else if (known !== undefined || kinds.size < MAX_KINDS) {
      const kind = { ...toKind(request, difference, hide), count: (known?.kind.count ?? 0) + 1 }
      kinds.set(identity, { kind, position })
    } else {
      counts.unlisted++
    }
  }

  return {
    add,
    /** The numbers so far. `unlisted` are differences of further kinds, of which there are too many. */
    counts: (): Readonly<typeof counts> => ({ ...counts }),
    /** In the order of the requests, each with its first example. */
    kinds: () => [...kinds.values()].sort((a, b) => a.position - b.position).map(({ kind }) => kind),
    times: () => ({ other: summarizeTimes(timesMs.other), this: summarizeTimes(timesMs.this) }),
  }
}

/** A kind with its first difference. Values are short JSON text, absent where a service has none. */
function toKind({ route, path }: ComparedRequest, difference: AnswerDifference, hide: Hide) {
  const pointer = (text: string) => shorten(hide(text), POINTER_LENGTH)
  const first = {
    method: 'GET',
    path: shorten(hide(path), PATH_LENGTH),
    pointer: pointer(difference.pointer),
    ...('other' in difference && { other: describeValue(difference.other, hide) }),
    ...('this' in difference && { this: describeValue(difference.this, hide) }),
  }
  return { type: difference.type, route, pointer: pointer(difference.pattern), first }
}

/** The median and the 99th percentile of some times, by nearest rank; null if there are none. */
function summarizeTimes(timesMs: readonly number[]) {
  const sorted = Float64Array.from(timesMs).sort()
  const rank = (share: number) => sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? null
  return { median: rank(0.5), p99: rank(0.99) }
}
