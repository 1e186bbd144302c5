/** Replaces the query in the address of the page, and removes its fragment. */
export function replaceQuery(query: string): void {
  history.replaceState(history.state, '', location.pathname + (query === '' ? '' : `?${query}`))
}

/** Returns the fragment with a key. It is never sent to a server. */
export function fragmentWith(key: string): string {
  return `#key=${encodeURIComponent(key)}`
}

/** Returns the key in the fragment of an address, such as `#key=KEY`; empty if there is none. */
export function keyInFragment(fragment: string): string {
  // In a fragment, a plus sign is a plus sign, unlike in a form.
  return new URLSearchParams(fragment.slice(1).replace(/\+/g, '%2B')).get('key')?.trim() ?? ''
}
