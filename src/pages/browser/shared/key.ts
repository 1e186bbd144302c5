const STORED_AS = 'signage-key'

/** Returns the key of this tab, from the fragment of the address or stored before. It ends with the tab. */
export function currentKey(): string {
  const given = takeFromAddress()
  if (given !== '') storeKey(given)
  return sessionStorage.getItem(STORED_AS) ?? ''
}

export function storeKey(key: string): void {
  sessionStorage.setItem(STORED_AS, key)
}

export function forgetKey(): void {
  sessionStorage.removeItem(STORED_AS)
}

/** Returns the key in the fragment of an address, such as `#key=KEY`; empty if there is none. */
export function keyInFragment(fragment: string): string {
  // In a fragment, a plus sign is a plus sign, unlike in a form.
  return new URLSearchParams(fragment.slice(1).replaceAll('+', '%2B')).get('key')?.trim() ?? ''
}

/** Takes the key out of the fragment, which is never sent, so that it is neither visible nor bookmarked. */
function takeFromAddress(): string {
  const key = keyInFragment(location.hash)
  if (key !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return key
}
