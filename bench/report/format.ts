/** Formats three digits, or all digits of a larger number: `2.76`, `40,779`. */
export function formatRate(rate: number): string {
  return rate < 100 ? rate.toPrecision(3) : Math.round(rate).toLocaleString('en')
}

/** Formats a ratio below 2 with two decimals, such as `0.95`; a larger one as a multiple, such as `80×`. */
export function formatRatio(ratio: number): string {
  if (ratio < 2) return ratio.toFixed(2)
  return ratio < 10 ? `${ratio.toFixed(1)}×` : `${Math.round(ratio).toLocaleString('en')}×`
}

/** Formats three digits, or all digits of a larger number. */
export function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 1000 ? milliseconds.toPrecision(3) : Math.round(milliseconds).toLocaleString('en')
}

/** Formats three digits, or a dash if there is no value. */
export function formatMicroseconds(microseconds: number): string {
  return Number.isNaN(microseconds) ? '–' : `${formatMilliseconds(microseconds)} µs`
}

export function formatMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

export function formatMebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20).toLocaleString('en')} MiB`
}

/** Formats a multiple, or a dash if there is no value. */
export function formatGrowth(times: number): string {
  return Number.isNaN(times) ? '–' : `${times.toFixed(2)}×`
}
