import { localNumber } from '../../browser/format-values.ts'
import { isInTrouble, localTime, siteRemarks } from './describe.ts'
import type { SiteRow } from './sections.ts'

interface SiteHeadingProps {
  readonly row: SiteRow
  readonly nowMs: number
  readonly isTabStop: boolean
  readonly onToggle: (id: string, isExpanded: boolean) => void
}

/** A site with its count of online devices, its remarks, and a button that shows or hides its devices. */
export function SiteHeading({ row: { site, isExpanded }, nowMs, isTabStop, onToggle }: SiteHeadingProps) {
  if (site === undefined) return <div class="site-heading">No site</div>
  const { id, name, timezone, online, devices } = site
  return (
    <div class={isInTrouble(site) ? 'site-heading trouble' : 'site-heading'}>
      <button
        class="fold"
        type="button"
        tabIndex={-1}
        aria-expanded={isExpanded}
        aria-label={`Devices of ${name}`}
        onClick={() => onToggle(id, !isExpanded)}
      />
      <a href={`?site=${encodeURIComponent(id)}`} tabIndex={isTabStop ? 0 : -1}>
        {name}
      </a>
      <span class="online-count">
        {localNumber(online)} of {localNumber(devices)} online
      </span>
      <span class="soft">{localTime(timezone, nowMs)}</span>
      <span class="soft">{siteRemarks(site, nowMs)}</span>
    </div>
  )
}
