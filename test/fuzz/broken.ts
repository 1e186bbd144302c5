import type { Random } from './random.ts'
import { type FuzzedRequest, toBytes } from './request.ts'

type Corruption = (bytes: string, random: Random, marker: string) => string

/** Inserts header lines after the request line. */
const withLines =
  (...lines: readonly string[]): Corruption =>
  (bytes) =>
    bytes.replace('\r\n', `\r\n${lines.join('\r\n')}\r\n`)

const withRequestLine =
  (line: string): Corruption =>
  (bytes, _random, marker) =>
    bytes.replace(/^[^\r\n]*/, () => line.replace('MARKER', marker))

const chunked =
  (body: string): Corruption =>
  (bytes, _random, marker) =>
    `${withLines('Transfer-Encoding: chunked')(bytes, _random, marker)}${body.replace('MARKER', marker)}`

/** The ways in which a request is made malformed. */
const CORRUPTIONS: readonly Corruption[] = [
  ...[
    'GET',
    'GET /',
    'GET /MARKER',
    'GET  /MARKER HTTP/1.1',
    'get /MARKER HTTP/1.1',
    'GET /MARKER HTTP/3.0',
    'GET /MARKER HTTP/0.9',
    'GET /MARKER HTTP/1.1 more',
    'GET /MARKER http/1.1',
    'GET /MARKER\0 HTTP/1.1',
    'GET MARKER HTTP/1.1',
    'GET * HTTP/1.1',
    'GET http://MARKER/v1/menus HTTP/1.1',
    'GET //MARKER/v1/menus HTTP/1.1',
    'GET ?MARKER HTTP/1.1',
    'GET #MARKER HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'CONNECT MARKER:443 HTTP/1.1',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03MARKER',
    'MARKER',
    '{"message":"MARKER"}',
  ].map(withRequestLine),
  (bytes) => bytes.replaceAll('\r\n', '\n'),
  (bytes) => bytes.replaceAll('\r\n', '\r'),
  (bytes) => `\r\n\r\n${bytes}`,
  (bytes, random) => bytes.slice(0, random.below(bytes.length)),
  (bytes, random) => {
    const position = random.below(bytes.length)
    return `${bytes.slice(0, position)}${String.fromCharCode(random.below(256))}${bytes.slice(position + 1)}`
  },
  (bytes, random, marker) => {
    const position = random.below(bytes.length)
    return `${bytes.slice(0, position)}${random.pick(['\0', '\r', '\n', ':', ' ', marker])}${bytes.slice(position)}`
  },
  (bytes, random) => bytes.replace('HTTP/1.1', random.pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/1.', 'HTTP/11'])),
  (bytes) => bytes.replace(/Host: [^\r]*\r\n/, ''),
  withLines('Host: a', 'Host: b'),
  withLines(': empty'),
  withLines('No colon'),
  withLines('Space before : colon'),
  withLines(' folded: first'),
  withLines('Folded: one', ' two', '\tthree'),
  withLines('Nul: a\0b'),
  withLines('Expect: tea'),
  withLines('Expect: 100-continue'),
  withLines('Connection: Upgrade', 'Upgrade: websocket'),
  withLines('Connection: close'),
  withLines('Content-Length: 1', 'Content-Length: 2'),
  withLines('Content-Length: 3', 'Transfer-Encoding: chunked'),
  withLines('Content-Length: -1'),
  withLines('Content-Length: +1'),
  withLines('Content-Length: 0x1'),
  withLines('Content-Length: 99999999999999999999'),
  withLines('Content-Length: 1000'),
  withLines('Transfer-Encoding: gzip, chunked'),
  withLines('Transfer-Encoding: nonsense'),
  withLines(...Array.from({ length: 1990 }, (_, n) => `X-${n}: ${n}`)),
  withLines(...Array.from({ length: 9000 }, (_, n) => `X-${n}: ${n}`)),
  (bytes, random, marker) =>
    withLines(`X-Long: ${'x'.repeat(random.below(70_000))}${marker}`)(bytes, random, marker),
  (bytes, random) => bytes.replace(' /', ` /${'x'.repeat(random.below(70_000))}`),
  chunked('5\r\nhello\r\n0\r\n\r\n'),
  chunked('MARKER\r\n'),
  chunked('5\r\nhelloMARKER'),
  chunked('ffffffffffffffffff\r\n'),
  chunked(`5;${'x'.repeat(20_000)}=MARKER\r\nhello\r\n0\r\n\r\n`),
  chunked('0\r\nTrailer: MARKER\r\n\r\n'),
  chunked('0\r\n\0\r\n\r\n'),
]

/** @returns the bytes of the request, made malformed in a random way */
export function breakRequest(random: Random, request: FuzzedRequest, marker: string): string {
  return random.pick(CORRUPTIONS)(toBytes(request), random, marker)
}
