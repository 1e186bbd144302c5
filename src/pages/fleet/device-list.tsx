import { useMemo, useRef, useState } from 'preact/hooks'
import type { FleetSite } from '#dist/fleet/schema.js'
import { columnsOf } from './columns.tsx'
import { isInTrouble } from './describe.ts'
import { reachableKeys, rowCountOf, sectionsOf } from './sections.ts'
import { TableHead, TableSection } from './table-rows.tsx'
import type { LoadedDevices } from './use-devices.ts'
import { useRovingTabIndex } from './use-roving-tab-index.ts'
import { isFiltered, type View } from './view.ts'

/** In a longer list, only sites in trouble show their devices at first. */
const MAX_EXPANDED_DEVICES = 50
/** The most devices of a section, so that it is drawn within one frame of the browser. */
const MAX_ROWS_OF_SECTION = 20

/** The devices, grouped by site if there are sites. */
export function DeviceList({ loaded, view }: { readonly loaded: LoadedDevices; readonly view: View }) {
  const { displayed, sites, lastPage, atMs } = loaded
  const list = useRef<HTMLDivElement>(null)
  const [expandedSites, setExpandedSites] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isLong = lastPage.total > MAX_EXPANDED_DEVICES && !isFiltered(view)
  const isGrouped = displayed.some(({ site }) => site !== null)

  const { sections, keys, columns } = useMemo(() => {
    const isExpanded = (site: FleetSite) => expandedSites.get(site.id) ?? (!isLong || isInTrouble(site))
    const sections = sectionsOf(displayed, { sites, isGrouped, isExpanded, maxRows: MAX_ROWS_OF_SECTION })
    return { sections, keys: sections.flatMap(reachableKeys), columns: columnsOf(displayed, isGrouped) }
  }, [displayed, sites, isGrouped, isLong, expandedSites])
  const onToggle = (site: string, isExpanded: boolean) =>
    setExpandedSites((before) => new Map(before).set(site, isExpanded))
  const { tabStop, ...listeners } = useRovingTabIndex(list, keys)

  const rows = sections.map((section) => (
    <TableSection
      key={section.key}
      {...{ section, columns, onToggle }}
      nowMs={atMs}
      tabStop={reachableKeys(section).find((key) => key === tabStop)}
    />
  ))
  return (
    <div ref={list} {...listeners}>
      {displayed.length > 0 && (
        <table
          id="table"
          aria-label="Devices"
          aria-describedby="keys"
          style={{
            '--tracks': columns.map(({ tracks: [wide] }) => wide).join(' '),
            '--narrow-tracks': columns.map(({ tracks: [, narrow] }) => narrow).join(' '),
          }}
          aria-rowcount={
            lastPage.next !== null ? -1 : sections.reduce((sum, section) => sum + rowCountOf(section), 1)
          }
        >
          <TableHead columns={columns} />
          {rows}
        </table>
      )}
    </div>
  )
}
