const SHOWN_MEMBERS = 5
const SHOWN_LEVELS = 3
const SHOWN_LENGTH = 120

export type Hide = (text: string) => string

/** Creates a function that replaces keys by `…`: an answer may repeat the key it was asked with. */
export function hideKeys(keys: Iterable<string>): Hide {
  const forms = new Set(
    [...keys].flatMap((key) => [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]),
  )
  // The longest first: one key may be the beginning of another.
  const secrets = [...forms].sort((a, b) => b.length - a.length)
  return (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text)
}

/** A value as short JSON without keys. Only its first members are shown, to a depth that cannot exhaust the stack. */
export function describeValue(value: unknown, hide: Hide): string {
  return shorten(JSON.stringify(outline(value, SHOWN_LEVELS, hide)), SHOWN_LENGTH)
}

/** The beginning and the end of a text. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const end = Math.floor(length / 3)
  return `${text.slice(0, length - end)}…${text.slice(-end)}`
}

function outline(value: unknown, levels: number, hide: Hide): unknown {
  if (typeof value === 'string') return shorten(hide(value), SHOWN_LENGTH)
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return '…'
  const inner = (member: unknown) => outline(member, levels - 1, hide)
  if (Array.isArray(value)) {
    const rest = value.length > SHOWN_MEMBERS ? [`… ${value.length - SHOWN_MEMBERS} more`] : []
    return [...value.slice(0, SHOWN_MEMBERS).map(inner), ...rest]
  }
  const shown = Object.entries(value).slice(0, SHOWN_MEMBERS)
  return Object.fromEntries(shown.map(([name, member]) => [hide(name), inner(member)]))
}
