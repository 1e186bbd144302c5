import { connect } from 'node:net'

/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** All that came back on a connection. */
export interface Received {
  readonly bytes: string
  /** Whether the client said first that nothing more will come: Node then answers nothing that is not finished. */
  readonly isCutShort: boolean
}

/** Longer than any answer takes, and far longer than any of them should. */
const HANG_MS = 15_000
/** How long the server may think about what is broken before it is told that there will be no more of it. */
const PATIENCE_MS = 50

/**
 * Sends bytes on a connection of their own, and waits until the other side closes it.
 * @param isEnough whether all has come that must come before the client ends the connection from its side
 * @throws {Error} if it is not closed
 */
export function exchange(
  port: number,
  bytes: string,
  isEnough: (received: string) => boolean,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    let received = ''
    let isCutShort = false
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.write(bytes, 'latin1'),
    )
    const finish = () => {
      // The server ends a stream for good when its client ends the connection before the request is whole.
      if (isCutShort && isUnendedStream(received)) received += LAST_CHUNK
      resolve({ bytes: received, isCutShort })
    }
    const cutShort = setTimeout(() => {
      isCutShort = isEnough(received)
      if (isCutShort) socket.end()
      else cutShort.refresh()
    }, PATIENCE_MS)
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      received += chunk
      if (!isEventOfStream(received)) return
      // A stream does not end by itself: its first event is taken for all of it.
      if (isChunked(received)) received += LAST_CHUNK
      socket.destroy()
    })
    socket.on('end', () => socket.end())
    // A reset after an answer is how a server says that it reads no further.
    socket.on('error', finish)
    socket.on('close', () => {
      clearTimeout(cutShort)
      finish()
    })
    socket.setTimeout(HANG_MS, () => {
      reject(new Error(`The connection hangs, after ${received.length} bytes of an answer.`))
      socket.destroy()
    })
  })
}

const LAST_CHUNK = '0\r\n\r\n'

function isUnendedStream(received: string): boolean {
  const isStream = /content-type: text\/event-stream/i.test(received)
  return isStream && isChunked(received) && !received.endsWith(LAST_CHUNK)
}

/** The head of a response that is a stream, and nothing but whole events behind it. */
const STREAM =
  /content-type: text\/event-stream[^\r]*\r\n(?:[^\r]+\r\n)*\r\n[\s\S]*event: [\s\S]*\n\n(?:\r\n)?$/i

function isEventOfStream(received: string): boolean {
  return received.endsWith('\n\n') || received.endsWith('\n\n\r\n') ? STREAM.test(received) : false
}

/** Whether the response that came last is sent in chunks. */
function isChunked(received: string): boolean {
  return received
    .slice(received.lastIndexOf('HTTP/1.1 '))
    .toLowerCase()
    .includes('transfer-encoding: chunked')
}

/** Whether at least so many whole answers have come, and nothing but whole ones. */
export function holdsAnswers(received: string, methods: readonly string[], count: number): boolean {
  try {
    return splitAnswers(received, methods).length >= count
  } catch {
    return false
  }
}

/**
 * Takes apart what came over a connection.
 * @param methods of the requests that were sent, as far as they are known: the answer to a HEAD has no body
 * @throws {Error} if it is not one whole answer after the other
 */
export function splitAnswers(received: string, methods: readonly string[]): WireAnswer[] {
  const answers: WireAnswer[] = []
  let rest = received
  while (rest !== '') {
    const { answer, length } = takeAnswer(rest, methods[answers.length])
    if (answer.status !== 100) answers.push(answer)
    rest = rest.slice(length)
  }
  return answers
}

function takeAnswer(text: string, method: string | undefined): { answer: WireAnswer; length: number } {
  const headLength = text.indexOf('\r\n\r\n') + 4
  const [statusLine = '', ...lines] = text.slice(0, Math.max(headLength - 4, 0)).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
  if (!status) throw new Error(`This is no answer: ${JSON.stringify(text.slice(0, 200))}`)
  const headers = Object.fromEntries(lines.map(splitHeader))
  const isBodiless =
    status < 200 || status === 204 || status === 304 || (method === 'HEAD' && !isRefusal(headers))
  const body = isBodiless ? { text: '', length: 0 } : takeBody(text.slice(headLength), headers)
  return { answer: { status, headers, body: body.text }, length: headLength + body.length }
}

/** What cannot become a request is answered with a body, whatever it may have been. */
function isRefusal(headers: Readonly<Record<string, string>>): boolean {
  return headers['x-request-id'] === undefined
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

function takeBody(text: string, headers: Readonly<Record<string, string>>): { text: string; length: number } {
  if (headers['transfer-encoding'] === 'chunked') return takeChunks(text)
  // To a client of HTTP/1.0, what has no length ends with the connection.
  if (headers['content-length'] === undefined && headers['connection'] === 'close')
    return { text, length: text.length }
  const length = Number(headers['content-length'])
  if (!(length <= text.length)) throw new Error(`A body of ${length} bytes has but ${text.length}.`)
  return { text: text.slice(0, length), length }
}

function takeChunks(text: string): { text: string; length: number } {
  let body = ''
  let place = 0
  for (;;) {
    const lineEnd = text.indexOf('\r\n', place)
    const size = Number.parseInt(text.slice(place, lineEnd), 16)
    if (lineEnd < 0 || Number.isNaN(size)) throw new Error('A chunked body does not end.')
    body += text.slice(lineEnd + 2, lineEnd + 2 + size)
    place = lineEnd + 2 + size + 2
    if (size === 0) return { text: body, length: place }
  }
}
