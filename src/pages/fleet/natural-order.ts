import type { FleetDevice } from '#dist/fleet/schema.js'
import { compareNames, FLEET_STATES } from '../../fleet/order.ts'
import type { View } from './view.ts'

/** Orders the devices of each site so that screen 2 comes before 10. The service orders their names by characters. */
export function inNaturalOrder(
  devices: readonly FleetDevice[],
  { sort, isGrouped }: Pick<View, 'sort' | 'isGrouped'>,
): readonly FleetDevice[] {
  if (!isGrouped || sort === 'seen') return devices
  const siteOf = ({ site }: FleetDevice) => site?.id ?? ''
  const sites = [...new Set(devices.map(siteOf))]
  const places = new Map(sites.map((site, place) => [site, place]))
  const placeOf = (device: FleetDevice) => places.get(siteOf(device)) ?? 0
  return [...devices].sort((a, b) => {
    const bySite = placeOf(a) - placeOf(b)
    if (bySite !== 0 || sort === 'name') return bySite || compareNames(a.name, b.name)
    const byState = FLEET_STATES.indexOf(a.state) - FLEET_STATES.indexOf(b.state)
    // Offline devices are in the order of their outages.
    return byState || (a.state === 'offline' ? 0 : compareNames(a.name, b.name))
  })
}
