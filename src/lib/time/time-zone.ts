/** The spelling of names. Intl accepts names in any case, but clients need the exact spelling. */
const NAME = /^(?:[A-Z][\w+-]*|(?:US|[A-Z][a-z]+)(?:\/[A-Z][\w+-]*)+)$/
/** Only valid names are cached, because the number of invalid names is unlimited. */
const knownTimeZones = new Set<string>()

/** Whether a text is the name of an IANA time zone, in its exact spelling. */
export function isTimeZone(timeZone: string): boolean {
  if (knownTimeZones.has(timeZone)) return true
  if (!NAME.test(timeZone)) return false
  try {
    const { timeZone: found } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions()
    // Except for aliases, Intl tells the spelling itself.
    if (found !== timeZone && found.toLowerCase() === timeZone.toLowerCase()) return false
  } catch {
    return false
  }
  knownTimeZones.add(timeZone)
  return true
}
