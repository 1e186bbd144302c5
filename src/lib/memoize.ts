/** Wraps a function that returns the same value for the same text. Each value is made once, and kept. */
export function memoize<Value extends object>(make: (text: string) => Value): (text: string) => Value {
  const made = new Map<string, Value>()
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known
    const value = make(text)
    made.set(text, value)
    return value
  }
}
