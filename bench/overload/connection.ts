import { connect, type Socket } from 'node:net'

/** A response as it was received. */
export interface ReceivedResponse {
  readonly status: number
  readonly head: string
  readonly body: Buffer
}

type OnResponse = (response: ReceivedResponse | Error) => void

const END_OF_HEAD = '\r\n\r\n'

/**
 * A keep-alive connection with one request at a time. It does as little as possible, so that the load
 * generator is not the bottleneck.
 */
export class Connection {
  readonly #socket: Socket
  #received: Buffer[] = []
  #length = 0
  #expectedLength = Number.POSITIVE_INFINITY
  #onResponse: OnResponse | undefined
  isClosed = false

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk) => this.#receive(chunk))
    this.#socket.on('error', (error) => this.#finish(error))
    this.#socket.on('close', () => {
      this.isClosed = true
      this.#finish(new Error('connection closed without a response'))
    })
  }

  send(bytes: string, onResponse: OnResponse): void {
    this.#onResponse = onResponse
    this.#socket.write(bytes)
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk)
    this.#length += chunk.length
    if (this.#expectedLength === Number.POSITIVE_INFINITY)
      this.#expectedLength = lengthOf(Buffer.concat(this.#received))
    if (this.#length < this.#expectedLength) return
    const response = parse(Buffer.concat(this.#received))
    this.#received = []
    this.#length = 0
    this.#expectedLength = Number.POSITIVE_INFINITY
    this.isClosed ||= /\r\nconnection: close\r/i.test(response.head)
    this.#finish(response)
  }

  #finish(outcome: ReceivedResponse | Error): void {
    const onResponse = this.#onResponse
    this.#onResponse = undefined
    onResponse?.(outcome)
  }
}

/** Returns the length of the response that starts with these bytes; Infinity if it is not known yet. */
function lengthOf(bytes: Buffer): number {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0) return Number.POSITIVE_INFINITY
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1]
  return end + END_OF_HEAD.length + Number(length ?? 0)
}

function parse(bytes: Buffer): ReceivedResponse {
  const end = bytes.indexOf(END_OF_HEAD)
  const head = bytes.toString('latin1', 0, end + 2)
  return { status: Number(head.slice(9, 12)), head, body: bytes.subarray(end + END_OF_HEAD.length) }
}
