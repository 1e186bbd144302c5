import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Column, RowContent } from './columns.tsx'
import { rowCountOf, type Section } from './sections.ts'
import { SiteHeading } from './site-heading.tsx'

/** How many rows are drawn before an observer has reported which sections are near the window. */
const FIRST_ROWS = 40
/** How far from the window rows are removed, in window heights. */
const MARGIN = '150% 0px'

interface SectionProps {
  readonly section: Section
  readonly nowMs: number
  /** The key of the row that the Tab key reaches; undefined if it is in another section. */
  readonly tabStop: string | undefined
  readonly columns: readonly Column[]
  readonly onToggle: (site: string, isExpanded: boolean) => void
}

export function TableHead({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ heading, className }, index) => (
          <th key={index} scope="col" class={className}>
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** A section of the table with its rows. Far from the window, it is only an empty space of their height. */
export function TableSection(props: SectionProps) {
  const { section, nowMs, tabStop, columns } = props
  const element = useRef<HTMLTableSectionElement>(null)
  const [isNear, setNear] = useState(section.start < FIRST_ROWS)
  const height = useRef(`calc(${rowCountOf(section)} * var(--row-height))`)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return
        if (!entry.isIntersecting) height.current = `${entry.boundingClientRect.height}px`
        setNear(entry.isIntersecting)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])

  const isFilled = isNear || tabStop !== undefined
  const rows = useMemo(() => isFilled && <Rows {...props} />, [isFilled, section, nowMs, tabStop, columns])
  return (
    <tbody ref={element} style={{ minBlockSize: isFilled ? '' : height.current }}>
      {rows}
    </tbody>
  )
}

function Rows({ section, nowMs, tabStop, columns, onToggle }: SectionProps) {
  const { siteRow, devices, start } = section
  // The header is the first row.
  const firstIndex = start + (siteRow === undefined ? 2 : 3)
  return (
    <>
      {siteRow && (
        <tr key={siteRow.key} class="site" data-key={siteRow.key} aria-rowindex={start + 2}>
          <th scope="rowgroup">
            <SiteHeading row={siteRow} isTabStop={siteRow.key === tabStop} {...{ nowMs, onToggle }} />
          </th>
        </tr>
      )}
      {devices.map((device, index) => (
        <TableRow
          key={device.id}
          {...{ device, nowMs, columns }}
          rowIndex={firstIndex + index}
          isTabStop={device.id === tabStop}
          hasReasonOfRowAbove={device.reason === devices[index - 1]?.reason}
        />
      ))}
    </>
  )
}

interface TableRowProps extends RowContent {
  readonly columns: readonly Column[]
  readonly rowIndex: number
}

function TableRow({ columns, rowIndex, ...row }: TableRowProps) {
  const { id, state } = row.device
  return (
    <tr data-key={id} data-device={id} data-state={state} aria-rowindex={rowIndex}>
      {columns.map(({ isRowHeading, className, cell }, index) =>
        isRowHeading ? (
          <th key={index} scope="row">
            {cell(row)}
          </th>
        ) : (
          <td key={index} class={className}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  )
}
