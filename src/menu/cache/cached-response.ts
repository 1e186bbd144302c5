import { hash } from 'node:crypto'
import type { Compression } from '../../http/compression.ts'
import { ownBytes } from '../../http/own-bytes.ts'

/** A finished answer: its JSON, and the compressed forms of it that were wanted so far. */
export interface Answer {
  readonly body: Buffer
  /** Names the content: the same in every process, on every engine. */
  readonly tag: string
  readonly compressed: Map<Compression, Buffer>
  /** What is being compressed. */
  readonly compressing: Map<Compression, Promise<Buffer>>
}

/** 162 bits of a SHA-256. */
const TAG_LENGTH = 27

/** The answer that consists of this value as JSON. */
export function toAnswer(value: object): Answer {
  const body = ownBytes(Buffer.from(JSON.stringify(value)))
  const tag = hash('sha256', body, 'base64url').slice(0, TAG_LENGTH)
  return { body, tag, compressed: new Map(), compressing: new Map() }
}
