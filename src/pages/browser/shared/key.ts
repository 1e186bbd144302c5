const STORED_AS = 'signage-key'

/** Returns the key of this tab, from the fragment of the address or stored before. It ends with the tab. */
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

/** Takes the key out of the fragment, which is never sent, so that it is neither visible nor bookmarked. */
function takeFromAddress(): string {
  // In a fragment, a plus sign is a plus sign, unlike in a form.
  const key = new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B')).get('key')?.trim() ?? ''
  if (key !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return key
}
