import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A receiver, and what is to be recorded of an attempt to send something to it. */
interface OddReceiver {
  /** What it does with a connection whose request has arrived. */
  readonly answer?: (socket: Socket) => void
  /** What it does with a new connection. Then it reads no request. */
  readonly greet?: (socket: Socket) => void
  readonly result: string
  readonly protocol?: 'https'
}

export const NO_ANSWER = 'no answer within 15 s'
const CLOSED = 'it closed the connection without an answer'
const NO_HTTP = 'its answer is not valid HTTP'
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/** Sends a text, and keeps the connection open. */
const send = (text: string) => (socket: Socket) => void socket.write(text, 'latin1')
/** Sends a text, and ends the connection. */
const sendAndEnd = (text: string) => (socket: Socket) => void socket.end(text, 'latin1')
const reset = (socket: Socket) => void socket.resetAndDestroy()
/** Sends a text, and resets the connection once it has left. */
const sendAndReset = (text: string) => (socket: Socket) =>
  void socket.write(text, () => setTimeout(reset, 50, socket))

/** Sends a text, and then another one again and again until the connection ends. */
const repeat =
  (text: string, repeated: string, pauseMs: number) =>
  (socket: Socket): void => {
    socket.write(text)
    const timer = setInterval(() => socket.write(repeated, 'latin1'), pauseMs)
    socket.once('close', () => clearInterval(timer))
  }

/** Everything that a receiver may do, by the specification of HTTP/1.1 or against it. */
export const ODD_RECEIVERS: Readonly<Record<string, OddReceiver>> = {
  // What was asked for is done: only the status counts.
  'several informational responses before the final one': {
    answer: send(
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n${OK}`,
    ),
    result: 'HTTP 200',
  },
  'HTTP/1.0 without a length': { answer: sendAndEnd('HTTP/1.0 200 OK\r\n\r\nok'), result: 'HTTP 200' },
  'no length, until the connection ends': {
    answer: sendAndEnd('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nok'),
    result: 'HTTP 200',
  },
  'chunks with extensions and trailers': {
    answer: send(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2;a=b\r\nok\r\n0\r\nX-Sum: 1\r\n\r\n',
    ),
    result: 'HTTP 200',
  },
  'a status without a reason': { answer: send('HTTP/1.1 204\r\n\r\n'), result: 'HTTP 204' },
  '204 with a body': {
    answer: send('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok'),
    result: 'HTTP 204',
  },
  'compression that is none': {
    answer: send('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok'),
    result: 'HTTP 200',
  },
  'a body that ends early': {
    answer: sendAndEnd('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok'),
    result: 'HTTP 200',
  },
  'a body that never ends': {
    answer: send('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok'),
    result: 'HTTP 200',
  },
  'a body that drips': {
    answer: repeat('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n', 'x', 300),
    result: 'HTTP 200',
  },
  'a body without an end': {
    answer: repeat('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(10_000), 5),
    result: 'HTTP 200',
  },
  'chunks that are none': {
    answer: send('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'),
    result: 'HTTP 200',
  },
  'a reset within the body': {
    answer: sendAndReset('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok'),
    result: 'HTTP 200',
  },
  'an answer before the request was read': { greet: send(OK), result: 'HTTP 200' },
  'two answers': { answer: send(OK + OK), result: 'HTTP 200' },
  'an answer, and then garbage': { answer: send(`${OK}\0\r\n:`), result: 'HTTP 200' },
  'an upgrade that it only offers': {
    answer: send(`HTTP/1.1 200 OK\r\n${UPGRADE}Content-Length: 2\r\n\r\nok`),
    result: 'HTTP 200',
  },
  // It did not accept the message.
  '101, and an open connection': {
    answer: send(`HTTP/1.1 101 Switching Protocols\r\n${UPGRADE}\r\n`),
    result: 'HTTP 101',
  },
  '101, and the end of the connection': {
    answer: sendAndEnd(`HTTP/1.1 101 Switching Protocols\r\n${UPGRADE}\r\n`),
    result: 'HTTP 101',
  },
  '101, and data of another protocol': {
    answer: repeat(`HTTP/1.1 101 Switching Protocols\r\n${UPGRADE}\r\n`, '\x81\x05hello', 50),
    result: 'HTTP 101',
  },
  '101 without a protocol': {
    answer: send('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    result: 'HTTP 101',
  },
  '100 and 101': {
    answer: send(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 Switching Protocols\r\n${UPGRADE}\r\n`),
    result: 'HTTP 101',
  },
  '426, which asks for an upgrade': {
    answer: send(`HTTP/1.1 426 Upgrade Required\r\n${UPGRADE}Content-Length: 0\r\n\r\n`),
    result: 'HTTP 426',
  },
  'a redirect': {
    answer: send('HTTP/1.1 308 Permanent Redirect\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n'),
    result: 'HTTP 308',
  },
  '304 for a POST': { answer: send('HTTP/1.1 304 Not Modified\r\n\r\n'), result: 'HTTP 304' },
  'an unknown status': {
    answer: send('HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n'),
    result: 'HTTP 999',
  },
  'an error whose body never ends': {
    answer: send('HTTP/1.1 500 Internal Server Error\r\nContent-Length: 100\r\n\r\n'),
    result: 'HTTP 500',
  },
  // There is no answer.
  'informational responses without an end': {
    answer: repeat('', 'HTTP/1.1 102 Processing\r\n\r\n', 50),
    result: NO_ANSWER,
  },
  '100, and then nothing': { answer: send('HTTP/1.1 100 Continue\r\n\r\n'), result: NO_ANSWER },
  nothing: { answer: () => {}, result: NO_ANSWER },
  'half a status line': { answer: send('HTTP/1.1 20'), result: NO_ANSWER },
  'half of the headers': { answer: send('HTTP/1.1 200 OK\r\nX-A: b'), result: NO_ANSWER },
  'a header that drips': { answer: repeat('HTTP/1.1 200 OK\r\nX-A: ', 'x', 300), result: NO_ANSWER },
  'the end of the connection': { answer: sendAndEnd(''), result: CLOSED },
  'the end of the connection before the request': { greet: sendAndEnd(''), result: CLOSED },
  'the end within the status line': { answer: sendAndEnd('HTTP/1.1 20'), result: CLOSED },
  'the end within the headers': { answer: sendAndEnd('HTTP/1.1 200 OK\r\nX-A: b'), result: CLOSED },
  'informational responses, and the end': {
    answer: sendAndEnd('HTTP/1.1 103 Early Hints\r\n\r\n'),
    result: CLOSED,
  },
  'a reset before the request': { greet: reset, result: CLOSED },
  'a reset after the request': { answer: reset, result: CLOSED },
  'a reset within the status line': {
    answer: sendAndReset('HTTP/1.1 20'),
    result: CLOSED,
  },
  'a reset within the headers': {
    answer: sendAndReset('HTTP/1.1 200 OK\r\nX-A: b'),
    result: CLOSED,
  },
  garbage: { answer: send('\0\x01\x02 no HTTP at all\r\n\r\n'), result: NO_HTTP },
  'frames of HTTP/2': { greet: send('\0\0\x12\x04\0\0\0\0\0'), result: NO_HTTP },
  'another protocol': { greet: send('SSH-2.0-OpenSSH_9.2\r\n'), result: NO_HTTP },
  'an invalid version': { answer: send('HTTP/9.9 200 OK\r\n\r\n'), result: NO_HTTP },
  'an invalid status': { answer: send('HTTP/1.1 abc OK\r\n\r\n'), result: NO_HTTP },
  'a status of two digits': { answer: send('HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n'), result: NO_HTTP },
  'an invalid header': { answer: send('HTTP/1.1 200 OK\r\nX\0: y\r\n\r\n'), result: NO_HTTP },
  'an invalid length': { answer: send('HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'), result: NO_HTTP },
  'two lengths': {
    answer: send('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nok'),
    result: NO_HTTP,
  },
  'headers that are too large': {
    answer: send(`HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(100_000)}\r\n\r\n`),
    result: 'the headers of its answer are too large',
  },
  // TLS.
  'HTTP where TLS is expected': { greet: send(OK), protocol: 'https', result: 'protocol error' },
  'the end of the connection within the handshake of TLS': {
    greet: sendAndEnd(''),
    protocol: 'https',
    result: CLOSED,
  },
  'a refusal of the handshake of TLS': {
    greet: sendAndEnd('\x15\x03\x03\x00\x02\x02\x28'),
    protocol: 'https',
    result: 'protocol error',
  },
  'nothing in the handshake of TLS': { greet: () => {}, protocol: 'https', result: NO_ANSWER },
}

/** Starts a receiver. @returns its address, and how many requests it was sent completely so far */
export async function startOddReceiver({ answer = () => {}, greet, protocol }: OddReceiver) {
  let count = 0
  const url = await listen((socket) => {
    let text = ''
    greet?.(socket)
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
      const isComplete = text.endsWith('}')
      if (isComplete) count++
      if (isComplete && !greet) answer(socket)
    })
  })
  return { url: protocol ? url.replace('http', protocol) : url, count: () => count }
}

async function listen(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    socket.on('end', () => socket.end())
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/in`
}
