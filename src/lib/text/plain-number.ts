/** A number without an exponent: `0.0000005` and not `5e-7`. */
export function plainNumber(number: number): string {
  const text = String(number)
  if (!text.includes('e')) return text
  const [, sign = '', digits = '', exponent = ''] = /^(-?)([\d.]+)e-(\d+)$/.exec(text) ?? []
  if (exponent === '') return BigInt(number).toString()
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`
}
