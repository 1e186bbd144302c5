import { hash } from 'node:crypto'
import type { Compression } from './compression.ts'

/** A finished answer: the bytes of its JSON, and those of its compressed forms that were wanted so far. */
export interface Answer {
  readonly body: Buffer
  /** Names the content: the same in every process, on every engine. */
  readonly tag: string
  readonly compressed: Map<Compression, Promise<Buffer>>
}

/** 162 bits of a SHA-256. */
const TAG_LENGTH = 27

/** The answer that consists of this value as JSON. */
export function toAnswer(value: object): Answer {
  const json = JSON.stringify(value)
  // Not Buffer.from: a slice of its pool would keep far more memory than its own.
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(json))
  body.write(json)
  return { body, tag: hash('sha256', body, 'base64url').slice(0, TAG_LENGTH), compressed: new Map() }
}
