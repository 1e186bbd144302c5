import type { ComponentType } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import type { FleetSite } from '#dist/fleet/schema.js'
import { CardRows } from './card-rows.tsx'
import { columnsOf } from './columns.ts'
import { isInTrouble } from './describe.ts'
import { type RowsProps, SectionRows } from './section-rows.tsx'
import { reachableKeys, rowCountOf, sectionsOf } from './sections.ts'
import { TableHead } from './table-head.tsx'
import { TableRows } from './table-rows.tsx'
import type { Loaded } from './use-devices.ts'
import { useTabStop } from './use-tab-stop.ts'
import type { ChangeView, View } from './view.ts'

/** In a longer list, only sites in trouble show their devices at first. */
const MOST_OPEN = 50
/** The most devices of a section. */
const MOST_ROWS_OF_SECTION = 20
/** In most windows, a multiple of the cards in a line. */
const MOST_CARDS_OF_SECTION = 60

interface DeviceListProps {
  readonly loaded: Loaded
  readonly view: View
  readonly change: ChangeView
  readonly isTable: boolean
  /** The keys of the sections in or near the window. */
  readonly near: Set<string>
}

/** The devices, grouped by site or not, as a table or as cards. Devices far from the window are only an empty space. */
export function DeviceList({ loaded, view, change, isTable, near }: DeviceListProps) {
  const { shown, sites, fleet, hasNext, atMs } = loaded
  const list = useRef<HTMLDivElement>(null)
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isFiltered = view.state !== undefined || view.search !== '' || view.site !== ''
  const isFolding = fleet.total > MOST_OPEN && !isFiltered
  const isGrouped = view.isGrouped && shown.some(({ site }) => site !== null)

  const { sections, keys, columns } = useMemo(() => {
    const isOpen = (site: FleetSite) => folds.get(site.id) ?? (!isFolding || isInTrouble(site))
    const most = isTable ? MOST_ROWS_OF_SECTION : MOST_CARDS_OF_SECTION
    const sections = sectionsOf(shown, { sites, isGrouped, isOpen, most })
    return { sections, keys: sections.flatMap(reachableKeys), columns: columnsOf(shown, isGrouped) }
  }, [shown, sites, isGrouped, isFolding, folds, isTable])
  const onFold = (site: string, isOpen: boolean) => setFolds((before) => new Map(before).set(site, isOpen))
  const { tabStop, ...listeners } = useTabStop(list, keys, isTable)

  const rowsBy = (tag: 'tbody' | 'section', Rows: ComponentType<RowsProps>) =>
    sections.map((section) => (
      <SectionRows
        key={section.key}
        {...{ section, tag, Rows, near, columns, onFold }}
        nowMs={atMs}
        tabStop={reachableKeys(section).find((key) => key === tabStop)}
      />
    ))
  const columnClasses = [
    columns.site && 'with-site',
    columns.localTime && 'with-local-time',
    columns.screen && 'with-screen',
  ]
  return (
    <div ref={list} {...listeners}>
      {isTable && shown.length > 0 && (
        <table
          id="table"
          class={columnClasses.filter(Boolean).join(' ')}
          aria-label="Devices"
          aria-describedby="keys"
          aria-rowcount={hasNext ? -1 : sections.reduce((sum, section) => sum + rowCountOf(section), 1)}
        >
          <TableHead {...{ view, change, columns }} />
          {rowsBy('tbody', TableRows)}
        </table>
      )}
      {!isTable && (
        <section id="wall" aria-label="Devices" aria-describedby="keys">
          {rowsBy('section', CardRows)}
        </section>
      )}
    </div>
  )
}
