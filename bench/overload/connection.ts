import { connect, type Socket } from 'node:net'

/** A response as it was received. */
export interface Answer {
  readonly status: number
  readonly head: string
  readonly body: Buffer
}

type Done = (answer: Answer | Error) => void

const END_OF_HEAD = '\r\n\r\n'

/**
 * A kept-alive connection with one request at a time. It does as little as possible, so that the load
 * generator is never the limit.
 */
export class Connection {
  readonly #socket: Socket
  #received: Buffer[] = []
  #length = 0
  #awaited = Number.POSITIVE_INFINITY
  #done: Done | undefined
  isClosed = false

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk) => this.#receive(chunk))
    this.#socket.on('error', (error) => this.#finish(error))
    this.#socket.on('close', () => {
      this.isClosed = true
      this.#finish(new Error('closed without an answer'))
    })
  }

  ask(bytes: string, done: Done): void {
    this.#done = done
    this.#socket.write(bytes)
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk)
    this.#length += chunk.length
    if (this.#awaited === Number.POSITIVE_INFINITY) this.#awaited = lengthOf(Buffer.concat(this.#received))
    if (this.#length < this.#awaited) return
    const answer = parse(Buffer.concat(this.#received))
    this.#received = []
    this.#length = 0
    this.#awaited = Number.POSITIVE_INFINITY
    this.isClosed ||= /\r\nconnection: close\r/i.test(answer.head)
    this.#finish(answer)
  }

  #finish(outcome: Answer | Error): void {
    const done = this.#done
    this.#done = undefined
    done?.(outcome)
  }
}

/** Returns the length of the response that starts with these bytes; Infinity if it is not known yet. */
function lengthOf(bytes: Buffer): number {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0) return Number.POSITIVE_INFINITY
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1]
  return end + END_OF_HEAD.length + Number(length ?? 0)
}

function parse(bytes: Buffer): Answer {
  const end = bytes.indexOf(END_OF_HEAD)
  const head = bytes.toString('latin1', 0, end + 2)
  return { status: Number(head.slice(9, 12)), head, body: bytes.subarray(end + END_OF_HEAD.length) }
}
