import { describe, expect, test } from 'vitest'
import type { FleetDevice, FleetSite } from '../src/fleet/schema.ts'
import { inNaturalOrder } from '../src/pages/fleet/natural-order.ts'
import { reachableKeys, sectionsOf } from '../src/pages/fleet/sections.ts'

const device = (id: string, site: string | null, more: Partial<FleetDevice> = {}) =>
  ({ id, name: id, state: 'online', site: site && { id: site }, ...more }) as FleetDevice
const ids = (devices: readonly FleetDevice[]) => devices.map(({ id }) => id).join(' ')

test('screen 2 comes before 10 at each site, and outages stay in their order', () => {
  const offline = { state: 'offline' } as const
  const devices = [
    device('s 10', 'b', offline),
    device('s 9', 'b', offline),
    device('s 11', 'b'),
    device('s 3', 'b'),
    device('t 10', 'a'),
    device('t 2', 'a'),
  ]
  const order = (sort: 'name' | 'outage' | 'seen', isGrouped = true) =>
    ids(inNaturalOrder(devices, { sort, isGrouped }))
  expect(order('outage')).toBe('s 10 s 9 s 3 s 11 t 2 t 10')
  expect(order('name')).toBe('s 3 s 9 s 10 s 11 t 2 t 10')
  for (const given of [order('seen'), order('name', false)]) expect(given).toBe(ids(devices))
})

describe('sections', () => {
  const sites = new Map(['a', 'b'].map((id) => [id, { id } as FleetSite]))
  const devices = ['1', '2', '3'].map((id) => device(id, 'a')).concat(device('4', 'b'), device('5', null))
  const keysOf = (isGrouped: boolean, closed: string) =>
    sectionsOf(devices, { sites, isGrouped, isOpen: ({ id }) => id !== closed, most: 2 })

  test('have the rows of a site, some at a time, and one of a site that is closed', () => {
    const sections = keysOf(true, 'b')
    expect(sections.map(reachableKeys)).toEqual([['site of 1', '1', '2'], ['3'], ['site of 4'], ['5']])
    expect(sections.map(({ start }) => start)).toEqual([0, 3, 4, 5])
  })

  test('have no rows of sites if devices are not grouped', () => {
    expect(keysOf(false, 'b').map(reachableKeys)).toEqual([['1', '2'], ['3', '4'], ['5']])
  })
})
