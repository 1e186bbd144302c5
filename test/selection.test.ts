import { expect, test } from 'vitest'
import type { Group } from '../src/menu/schema.ts'
import { selectGroups } from '../src/menu/selection.ts'

const TAGS = Array.from({ length: 200 }, (_, n) => n.toString(36).padStart(2, '0'))
/** As many as an address has room for. Each of them is also two tags, which each group has. */
const PAIRS = TAGS.slice(0, 50).flatMap((one) => TAGS.slice(150).map((other) => `${one},${other}`))

const groups = Array.from(
  { length: 2000 },
  (_, n): Group => ({
    metadata: { groups: { total: 0 }, items: { total: 0 } },
    id: `g${n}`,
    name: '',
    description: null,
    tags: TAGS,
    groups: [],
    items: [],
  }),
)

function measureMs(tags: readonly string[]): number {
  const startedAtMs = performance.now()
  const { metadata } = selectGroups([groups], {
    groupIds: undefined,
    tags: new Set(tags),
    depth: Number.POSITIVE_INFINITY,
    page: undefined,
  })
  expect(metadata.groups.total).toBe(groups.length)
  return performance.now() - startedAtMs
}

test('thousands of tags take about as long as a few: each group takes no longer than it has tags', () => {
  measureMs(PAIRS.slice(0, 1))
  const few = Math.min(...Array.from({ length: 3 }, () => measureMs(PAIRS.slice(0, 1))))
  expect(measureMs(PAIRS) / few).toBeLessThan(100)
})
