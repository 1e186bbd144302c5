import { connect } from 'node:net'

/** A response as it was received. */
export interface WireResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Everything that was received on a connection. */
export interface Received {
  readonly bytes: string
  /** Whether the client ended its side first. Node.js then sends no response to an incomplete request. */
  readonly isEndedByClient: boolean
}

/** Far longer than any response should take. */
const TIMEOUT_MS = 15_000
/** The time the server has to respond to a malformed request before the client ends its side of the connection. */
const END_DELAY_MS = 50

/**
 * Sends bytes on a new connection, and waits until the server closes it.
 * @param isEnough whether everything has been received that must be received before the client ends its side
 * @throws {Error} if the server does not close the connection
 */
export function exchange(
  port: number,
  bytes: string,
  isEnough: (received: string) => boolean,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    let received = ''
    let isEndedByClient = false
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.write(bytes, 'latin1'),
    )
    const finish = () => {
      // The server closes a stream without its last chunk if the client ends the connection before its request is complete.
      if (isEndedByClient && isUnendedStream(received)) received += LAST_CHUNK
      resolve({ bytes: received, isEndedByClient })
    }
    const endTimer = setTimeout(() => {
      isEndedByClient = isEnough(received)
      if (isEndedByClient) socket.end()
      else endTimer.refresh()
    }, END_DELAY_MS)
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      received += chunk
      if (!isEventOfStream(received)) return
      // A stream does not end by itself, so its first event is treated as its whole body.
      if (isChunked(received)) received += LAST_CHUNK
      socket.destroy()
    })
    socket.on('end', () => socket.end())
    // A server may reset the connection after a response, because it reads no further.
    socket.on('error', finish)
    socket.on('close', () => {
      clearTimeout(endTimer)
      finish()
    })
    socket.setTimeout(TIMEOUT_MS, () => {
      reject(new Error(`The server did not close the connection. It sent ${received.length} bytes.`))
      socket.destroy()
    })
  })
}

const LAST_CHUNK = '0\r\n\r\n'

function isUnendedStream(received: string): boolean {
  const isStream = /content-type: text\/event-stream/i.test(received)
  return isStream && isChunked(received) && !received.endsWith(LAST_CHUNK)
}

/** The head of a stream response, followed only by complete events. */
const STREAM =
  /content-type: text\/event-stream[^\r]*\r\n(?:[^\r]+\r\n)*\r\n[\s\S]*event: [\s\S]*\n\n(?:\r\n)?$/i

function isEventOfStream(received: string): boolean {
  return received.endsWith('\n\n') || received.endsWith('\n\n\r\n') ? STREAM.test(received) : false
}

/** Whether the last response is chunked. */
function isChunked(received: string): boolean {
  return received
    .slice(received.lastIndexOf('HTTP/1.1 '))
    .toLowerCase()
    .includes('transfer-encoding: chunked')
}

/** Whether at least this many responses have been received, all of them complete. */
export function hasResponses(received: string, methods: readonly string[], count: number): boolean {
  try {
    return splitResponses(received, methods).length >= count
  } catch {
    return false
  }
}

/**
 * Splits everything that was received on a connection into responses.
 * @param methods of the requests, as far as they are known: the response to a HEAD has no body
 * @throws {Error} if it is not a sequence of complete responses
 */
export function splitResponses(received: string, methods: readonly string[]): WireResponse[] {
  const responses: WireResponse[] = []
  let rest = received
  while (rest !== '') {
    const { response, length } = takeResponse(rest, methods[responses.length])
    if (response.status !== 100) responses.push(response)
    rest = rest.slice(length)
  }
  return responses
}

function takeResponse(text: string, method: string | undefined): { response: WireResponse; length: number } {
  const headLength = text.indexOf('\r\n\r\n') + 4
  const [statusLine = '', ...lines] = text.slice(0, Math.max(headLength - 4, 0)).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
  if (!status) throw new Error(`This is not a response: ${JSON.stringify(text.slice(0, 200))}`)
  const headers = Object.fromEntries(lines.map(splitHeader))
  const isBodiless =
    status < 200 || status === 204 || status === 304 || (method === 'HEAD' && !isParseError(headers))
  const body = isBodiless ? { text: '', length: 0 } : takeBody(text.slice(headLength), headers)
  return { response: { status, headers, body: body.text }, length: headLength + body.length }
}

/** The response to input that cannot be parsed always has a body, whatever the method was. */
function isParseError(headers: Readonly<Record<string, string>>): boolean {
  return headers['x-request-id'] === undefined
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

function takeBody(text: string, headers: Readonly<Record<string, string>>): { text: string; length: number } {
  if (headers['transfer-encoding'] === 'chunked') return takeChunks(text)
  // For a client of HTTP/1.0, a body without a length ends with the connection.
  if (headers['content-length'] === undefined && headers['connection'] === 'close')
    return { text, length: text.length }
  const length = Number(headers['content-length'])
  if (!(length <= text.length))
    throw new Error(`Only ${text.length} of ${length} bytes of a body were received.`)
  return { text: text.slice(0, length), length }
}

function takeChunks(text: string): { text: string; length: number } {
  let body = ''
  let position = 0
  for (;;) {
    const lineEnd = text.indexOf('\r\n', position)
    const size = Number.parseInt(text.slice(position, lineEnd), 16)
    if (lineEnd < 0 || Number.isNaN(size)) throw new Error('A chunked body does not end.')
    body += text.slice(lineEnd + 2, lineEnd + 2 + size)
    position = lineEnd + 2 + size + 2
    if (size === 0) return { text: body, length: position }
  }
}
