/** Three digits, or all of a larger number: `2.76`, `40,779`. */
export function formatRate(rate: number): string {
  return rate < 100 ? rate.toPrecision(3) : Math.round(rate).toLocaleString('en')
}

/** A share with two digits, `0.95`; from two on as many times, `80×`. */
export function formatRatio(ratio: number): string {
  if (ratio < 2) return ratio.toFixed(2)
  return ratio < 10 ? `${ratio.toFixed(1)}×` : `${Math.round(ratio).toLocaleString('en')}×`
}

/** Three digits. */
export function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 1000 ? milliseconds.toPrecision(3) : Math.round(milliseconds).toLocaleString('en')
}

/** Three digits; where there is nothing to tell, a dash. */
export function formatMicroseconds(microseconds: number): string {
  return Number.isNaN(microseconds) ? '–' : `${formatMilliseconds(microseconds)} µs`
}

export function formatMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

export function formatMebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20).toLocaleString('en')} MiB`
}

/** How many times as much; where there is nothing to tell, a dash. */
export function formatGrowth(times: number): string {
  return Number.isNaN(times) ? '–' : `${times.toFixed(2)}×`
}
