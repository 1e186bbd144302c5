import { DAYS, type Site, type TimeWindow } from '../../src/device/sites/schema.ts'
import { DAY_MS } from '../../src/lib/time/durations.ts'

const isOvernight = ({ from, to }: TimeWindow) => to <= from

/** Whether a site is open at a moment, by comparing its windows with what clocks at the site show: a model of `closedTimes`. */
export function isOpen({ timezone, hours }: Pick<Site, 'timezone' | 'hours'>, atMs: number): boolean {
  if (hours === null) return true
  const { windows, exceptions } = hours
  // Sweden writes `2026-11-25 14:05`.
  const clock = new Date(atMs).toLocaleString('sv', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const [date = '', time = ''] = clock.split(' ')
  const windowsOn = (day: string) =>
    exceptions.find((exception) => exception.date === day)?.windows ??
    windows.filter(({ days }) => days.some((name) => name === DAYS[new Date(day).getUTCDay()]))
  const dayBefore = new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10)
  return (
    windowsOn(date).some((window) => window.from <= time && (isOvernight(window) || time < window.to)) ||
    windowsOn(dayBefore).some((window) => isOvernight(window) && time < window.to)
  )
}
