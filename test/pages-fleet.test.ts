import { describe, expect, test, vi } from 'vitest'
import type { FleetDevice, FleetSite } from '../src/fleet/schema.ts'
import { reachableKeys, sectionsOf } from '../src/pages/fleet/sections.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'] })
const { formatSince } = await import('../src/pages/fleet/times.ts')

const device = (id: string, site: string | null, more: Partial<FleetDevice> = {}) =>
  ({ id, name: id, state: 'online', site: site && { id: site }, ...more }) as FleetDevice

describe('sections', () => {
  const sites = new Map(['a', 'b'].map((id) => [id, { id } as FleetSite]))
  const devices = ['1', '2', '3'].map((id) => device(id, 'a')).concat(device('4', 'b'), device('5', null))
  const keysOf = (isGrouped: boolean, closed: string) =>
    sectionsOf(devices, { sites, isGrouped, isExpanded: ({ id }) => id !== closed, maxRows: 2 })

  test('have the rows of a site, some at a time, one of a site that is closed, and none of sites if devices are not grouped', () => {
    const sections = keysOf(true, 'b')
    expect(sections.map(reachableKeys)).toEqual([['site of 1', '1', '2'], ['3'], ['site of 4'], ['5']])
    expect(sections.map(({ start }) => start)).toEqual([0, 3, 4, 5])
    expect(keysOf(false, 'b').map(reachableKeys)).toEqual([['1', '2'], ['3', '4'], ['5']])
  })
})

test.each([
  ['2026-12-01T12:00:00Z', /^12:00$/],
  ['2026-12-07T09:00:00Z', /^Mon 09:00$/],
  ['2026-12-08T10:00:00Z', /^(?=.*Dec)(?=.*\b8\b).* 10:00$/],
  ['2026-12-15T10:00:00Z', /^(?=.*Dec)(?=.*\b15\b).* 10:00$/],
  ['2026-11-24T10:00:00Z', /2026/],
])('%s is a text that cannot be taken for another day', (time, text) => {
  expect(formatSince(time, Date.parse('2026-12-01T10:00:00Z'), 'UTC')).toMatch(text)
})
