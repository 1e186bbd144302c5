import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A recorded response of the service, stored as one line of JSON. */
export interface RecordedResponse {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The headers of the 304, if a workload sends conditional requests for this URL. */
  readonly notModified?: Readonly<Record<string, string>>
}

/** A response that a minimal server sends from memory. */
export interface PreparedResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly etag: string | undefined
  readonly notModified: Readonly<Record<string, string>> | undefined
}

export async function writeResponses(path: string, responses: Iterable<RecordedResponse>): Promise<void> {
  const lines = function* () {
    for (const response of responses) yield `${JSON.stringify(response)}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
}

/** Reads the responses line by line, so that the file is never in memory as a whole. */
export async function readResponses(path: string): Promise<Map<string, PreparedResponse>> {
  const responses = new Map<string, PreparedResponse>()
  for await (const line of createInterface(createReadStream(path))) {
    const { url, headers, body, notModified }: RecordedResponse = JSON.parse(line)
    responses.set(url, { headers, body: Buffer.from(body), etag: headers['etag'], notModified })
  }
  return responses
}
