const clocks = new Map<string, Intl.DateTimeFormat | undefined>()

/** What a clock beside the device shows; a time zone that the browser does not know has none. */
export function localTime(timezone: string, nowMs: number): string {
  if (!clocks.has(timezone)) clocks.set(timezone, createClock(timezone))
  return clocks.get(timezone)?.format(nowMs) ?? 'unknown time zone'
}

function createClock(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    const style = { weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone } as const
    return new Intl.DateTimeFormat([...navigator.languages], style)
  } catch {
    return undefined
  }
}
