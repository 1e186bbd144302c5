import type { ComponentType } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Columns } from './columns.ts'
import { observeNear } from './near-window.ts'
import { rowCountOf, type Section } from './sections.ts'

/** The rows that are drawn at once. Others follow when it is known whether they are in or near the window. */
const FIRST_ROWS = 40

export interface RowsProps {
  readonly section: Section
  readonly nowMs: number
  /** The key of the row that the Tab key reaches; undefined if it is in another section. */
  readonly tabStop: string | undefined
  readonly columns: Columns
  readonly onFold: (site: string, isOpen: boolean) => void
}

interface SectionRowsProps extends RowsProps {
  readonly tag: 'tbody' | 'section'
  readonly Rows: ComponentType<RowsProps>
  /** The keys of the sections in or near the window. */
  readonly near: Set<string>
}

/** A section with its rows. Far from the window, it is only an empty space of their height. */
export function SectionRows({ tag: Tag, Rows, near, ...props }: SectionRowsProps) {
  const { section, nowMs, tabStop, columns } = props
  const element = useRef<HTMLTableSectionElement>(null)
  const [isNear, setNear] = useState(section.start < FIRST_ROWS)
  const height = useRef(`calc(${rowCountOf(section)} * var(--row-height))`)

  useEffect(() => {
    if (element.current === null) return
    return observeNear(element.current, (isNow, heightPx) => {
      if (!isNow) height.current = `${heightPx}px`
      setNear(isNow)
    })
  }, [])
  useEffect(() => {
    if (!isNear) return
    near.add(section.key)
    return () => near.delete(section.key)
  }, [isNear, section.key])

  const isFilled = isNear || tabStop !== undefined
  const rows = useMemo(() => isFilled && <Rows {...props} />, [isFilled, section, nowMs, tabStop, columns])
  return (
    <Tag ref={element} style={{ minBlockSize: isFilled ? '' : height.current }}>
      {rows}
    </Tag>
  )
}
