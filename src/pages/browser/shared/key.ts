const STORED_AS = 'signage-key'

/** The key of this tab: handed over behind the `#` of the address, or kept from before. It ends with the tab. */
export function currentKey(): string {
  const handedOver = takeFromAddress()
  if (handedOver !== '') sessionStorage.setItem(STORED_AS, handedOver)
  return sessionStorage.getItem(STORED_AS) ?? ''
}

export function keepKey(key: string): void {
  sessionStorage.setItem(STORED_AS, key)
}

export function forgetKey(): void {
  sessionStorage.removeItem(STORED_AS)
}

/** What stands behind the `#` is never sent, and is taken away at once: it must not be seen, or bookmarked. */
function takeFromAddress(): string {
  // A plus sign behind the # is a plus sign, unlike in a form.
  const key = new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B')).get('key')?.trim() ?? ''
  if (key !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return key
}
