import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A recorded response of the service. The file of responses has one per line. */
export interface RecordedAnswer {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The headers of the 304, if the response is also requested conditionally. */
  readonly notModified?: Readonly<Record<string, string>>
}

/** A finished response that a bare server holds in memory. */
export interface Answer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly etag: string | undefined
  readonly notModified: Readonly<Record<string, string>> | undefined
}

export async function writeAnswers(path: string, answers: Iterable<RecordedAnswer>): Promise<void> {
  const lines = function* () {
    for (const answer of answers) yield `${JSON.stringify(answer)}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
}

/** Reads the responses line by line, so that a server holds nothing else in memory. */
export async function readAnswers(path: string): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  for await (const line of createInterface(createReadStream(path))) {
    const { url, headers, body, notModified }: RecordedAnswer = JSON.parse(line)
    answers.set(url, { headers, body: Buffer.from(body), etag: headers['etag'], notModified })
  }
  return answers
}
