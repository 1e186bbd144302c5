/** A number as people write it: `2,400`. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en')
}

/** A number with its noun: `1 menu`, `2,400 menus`. */
export function counted(number: number, noun: string, format = formatNumber): string {
  return `${format(number)} ${noun}${number === 1 ? '' : 's'}`
}
