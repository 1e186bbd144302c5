import { keyInFragment, replaceQuery } from './address.ts'

const STORED_AS = 'signage-key'

/** Returns the key of this tab: from the fragment of the address, or as stored before. It is forgotten when the tab is closed. */
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

/** Takes the key out of the address, so that it is neither visible nor bookmarked. */
function takeFromAddress(): string {
  const key = keyInFragment(location.hash)
  if (key !== '') replaceQuery(location.search.slice(1))
  return key
}
