import type { Random } from './random.ts'

/** Creates a text that requests contain wherever possible. An error message must never contain it. */
export function createMarker(random: Random): string {
  return `zq${random.times(10, () => random.below(36).toString(36)).join('')}`
}

/** URL-encoded values that are known to cause errors in HTTP services. */
const NASTY = [
  '',
  '0',
  '-1',
  '1e1',
  '%201',
  'Infinity',
  'NaN',
  '9223372036854775808',
  '99999999999999999999999999',
  '0x10',
  '1.5',
  '%00',
  'a%00b',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..',
  '%25',
  '%2500',
  '%c0%af',
  '%e0%80%af',
  '%f0%80%80%af',
  '%ed%a0%80',
  '%ff',
  '%',
  '%Z',
  'e%CC%81',
  '%C3%A9',
  '%E2%80%AE',
  '%F0%9F%92%A5',
  '%EF%BB%BF',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '[object%20Object]',
  '["a","b"]',
  '%5B%22m%22%5D',
  '[[[[[[[[]]]]]]]]',
  '%5B1e400%5D',
  '[null]',
  ',,,',
  'a,b,,c',
  "'%20OR%201=1--",
  '%3Cscript%3E',
  '%0d%0aSet-Cookie:%20a=b',
  '{{7*7}}',
  'm',
  'g',
  'm,n',
  'd',
  'AA-BB-CC-DD-EE-FF',
]

/** A value for a part of a URL. Most values contain the marker. */
export function urlValue(random: Random, marker: string): string {
  const nasty = random.pick(NASTY)
  if (random.chance(0.3)) return nasty
  if (random.chance(0.02)) return `${marker}${nasty}`.repeat(random.below(2500))
  return random.chance(0.5) ? `${nasty}${marker}` : `${marker}${nasty}`
}

/** A header value: any text without line breaks and NUL, as its UTF-8 bytes. */
export function headerValue(random: Random, marker: string): string {
  const nasty = random.pick([
    '',
    ' ',
    '*',
    'null',
    'undefined',
    '"',
    'W/"x"',
    '"\\"',
    ',,,;;;===',
    'br;q=0, gzip;q=1e400, *;q=-1',
    'gzip;q=0.5;q=2',
    '\t\ttab',
    '💥',
    '\u0080\u00ff',
    '__proto__',
    '../../etc/passwd',
    '99999999999999999999',
    '127.0.0.1, 10.0.0.1, ::1, nonsense',
    'https://board.example',
    'a'.repeat(random.below(3000)),
  ])
  return Buffer.from(`${nasty}${random.chance(0.7) ? marker : ''}`).toString('latin1')
}
