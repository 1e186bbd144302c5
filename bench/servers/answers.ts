import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** An answer as it was recorded of the service, and as it stands in the file of answers: one a line. */
export interface RecordedAnswer {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Of an answer that is also asked for conditionally: the headers of its 304. */
  readonly notModified?: Readonly<Record<string, string>>
}

/** A finished answer as a bare server holds it in memory. */
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

/** Reads line by line, so that a server holds the answers and nothing else. */
export async function readAnswers(path: string): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  for await (const line of createInterface(createReadStream(path))) {
    const { url, headers, body, notModified }: RecordedAnswer = JSON.parse(line)
    answers.set(url, { headers, body: Buffer.from(body), etag: headers['etag'], notModified })
  }
  return answers
}
