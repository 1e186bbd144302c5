import { LANGUAGES } from '../shared/format.ts'

const clocks = new Map<string, Intl.DateTimeFormat | undefined>()

/** Returns the local time of a device, or `unknown time zone` if the browser does not know its time zone. */
export function localTime(timezone: string, nowMs: number): string {
  if (!clocks.has(timezone)) clocks.set(timezone, createClock(timezone))
  return clocks.get(timezone)?.format(nowMs) ?? 'unknown time zone'
}

function createClock(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    const style = { weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone } as const
    return new Intl.DateTimeFormat(LANGUAGES, style)
  } catch {
    return undefined
  }
}
