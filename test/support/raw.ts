import { connect } from 'node:net'

interface RawResponse {
  readonly status: number
  readonly requestId: string | undefined
}

const TIMEOUT_MS = 10_000

/**
 * Sends bytes on a new connection.
 * @param isEnough whether the client has received enough, and closes its half of the connection
 * @returns all that is received until the connection is closed
 */
export function receiveRaw(
  address: string,
  bytes: string,
  isEnough: (received: string) => boolean = () => false,
): Promise<{ text: string; responses: RawResponse[] }> {
  const { port } = new URL(address)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes)).setEncoding('utf8')
    socket.on('data', (chunk) => {
      text += chunk
      if (isEnough(text)) socket.end()
    })
    socket.on('close', () => resolve({ text, responses: responsesIn(text) }))
    socket.on('error', reject)
    socket.setTimeout(TIMEOUT_MS, () =>
      socket.destroy(new Error(`The server did not close the connection. It sent: ${text}`)),
    )
  })
}

/** Assumes that no body contains text like the head of a response. */
function responsesIn(text: string): RawResponse[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) .*?\r\n\r\n/gs)].map(([head, status]) => ({
    status: Number(status),
    requestId: /^x-request-id: (.*)\r$/im.exec(head)?.[1],
  }))
}
