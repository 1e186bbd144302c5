/** Returns a function that formats an uptime in percent: with two decimals, such as `99.60 %`, unless it is `100 %`. */
export function createUptimeFormat(languages: string | string[]): (uptime: number) => string {
  const whole = new Intl.NumberFormat(languages)
  const decimal = new Intl.NumberFormat(languages, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (uptime) => `${(uptime === 100 ? whole : decimal).format(uptime)} %`
}
