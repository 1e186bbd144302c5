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
  'no length, until the connection ends': {
    answer: sendAndEnd('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nok'),
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
  'a reset within the body': {
    answer: sendAndReset('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok'),
    result: 'HTTP 200',
  },
  'an answer before the request was read': { greet: send(OK), result: 'HTTP 200' },
  // It did not accept the message.
  '101, and an open connection': {
    answer: send(`HTTP/1.1 101 Switching Protocols\r\n${UPGRADE}\r\n`),
    result: 'HTTP 101',
  },
  '101, and the end of the connection': {
    answer: sendAndEnd(`HTTP/1.1 101 Switching Protocols\r\n${UPGRADE}\r\n`),
    result: 'HTTP 101',
  },
  'a redirect': {
    answer: send('HTTP/1.1 308 Permanent Redirect\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n'),
    result: 'HTTP 308',
  },
  'an unknown status': {
    answer: send('HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n'),
    result: 'HTTP 999',
  },
  // There is no answer.
  'informational responses without an end': {
    answer: repeat('', 'HTTP/1.1 102 Processing\r\n\r\n', 50),
    result: NO_ANSWER,
  },
  nothing: { answer: () => {}, result: NO_ANSWER },
  'half of the headers': { answer: send('HTTP/1.1 200 OK\r\nX-A: b'), result: NO_ANSWER },
  'a header that drips': { answer: repeat('HTTP/1.1 200 OK\r\nX-A: ', 'x', 300), result: NO_ANSWER },
  'the end of the connection': { answer: sendAndEnd(''), result: CLOSED },
  'the end of the connection before the request': { greet: sendAndEnd(''), result: CLOSED },
  'a reset before the request': { greet: reset, result: CLOSED },
  'a reset after the request': { answer: reset, result: CLOSED },
  garbage: { answer: send('\0\x01\x02 no HTTP at all\r\n\r\n'), result: NO_HTTP },
  'an invalid header': { answer: send('HTTP/1.1 200 OK\r\nX\0: y\r\n\r\n'), result: NO_HTTP },
  'headers that are too large': {
    answer: send(`HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(100_000)}\r\n\r\n`),
    result: NO_HTTP,
  },
  // TLS.
  'HTTP where TLS is expected': { greet: send(OK), protocol: 'https', result: 'protocol error' },
  'the end of the connection within the handshake of TLS': {
    greet: sendAndEnd(''),
    protocol: 'https',
    result: CLOSED,
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
