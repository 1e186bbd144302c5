import { get as httpGet } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Headers that differ from response to response, or that describe the connection. */
const EXCLUDED_HEADERS = ['date', 'connection', 'keep-alive']

/** Sends a GET request to a server of this machine, on a new connection. */
export function get(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers: { ...headers }, agent: false }
    const request = httpGet(options, async (response) => {
      const body = await buffer(response)
      resolve({ status: response.statusCode ?? 0, headers: readHeaders(response.rawHeaders), body })
    })
    request.once('error', reject)
  })
}

function readHeaders(rawHeaders: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = `${rawHeaders[index]}`.toLowerCase()
    if (!EXCLUDED_HEADERS.includes(name)) headers[name] = `${rawHeaders[index + 1]}`
  }
  return headers
}
