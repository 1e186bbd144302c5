import { useEffect, useRef } from 'preact/hooks'

const DELAY_MS = 200

interface SearchFieldProps {
  /** The text of the current search. */
  readonly text: string
  readonly onSearch: (text: string) => void
}

export function SearchField({ text, onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const searching = useRef<ReturnType<typeof setTimeout>>()

  function searchSoon({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void {
    clearTimeout(searching.current)
    searching.current = setTimeout(() => {
      searching.current = undefined
      onSearch(currentTarget.value.trim())
    }, DELAY_MS)
  }

  useEffect(() => {
    // While a search waits, the field has newer text than the address.
    const isLatest = searching.current === undefined
    if (isLatest && field.current && field.current.value.trim() !== text) field.current.value = text
  }, [text])
  useEffect(() => () => clearTimeout(searching.current), [])

  return (
    <input
      ref={field}
      id="search"
      type="search"
      aria-label="Search by name, site, ID or time zone"
      placeholder="Name, site, ID or time zone"
      autocomplete="off"
      spellcheck={false}
      onInput={searchSoon}
    />
  )
}
