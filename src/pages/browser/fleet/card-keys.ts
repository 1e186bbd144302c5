/** Returns the index of the card that a key leads to from `index`; undefined if it leads nowhere. */
export function indexAfter(key: string, index: number, columns: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    ArrowDown: index + columns,
    ArrowUp: index - columns,
    PageDown: index + 1,
    PageUp: index - 1,
    Home: 0,
    End: count - 1,
  }
  const next = steps[key]
  return next === undefined || next < 0 || next >= count ? undefined : next
}
