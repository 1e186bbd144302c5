/** Formats the time of the last update, with its date unless it is today. */
export function timeFormat(locale: string): (at: Date) => string {
  const options = { hour: 'numeric', minute: '2-digit' } as const
  const time = new Intl.DateTimeFormat(locale, options)
  const dateAndTime = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...options })
  return (at) => (at.toDateString() === new Date().toDateString() ? time : dateAndTime).format(at)
}
