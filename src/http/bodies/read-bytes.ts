import type { Readable } from 'node:stream'
import { HttpError, INVALID_REQUEST } from '../http-error.ts'

interface ReadOptions {
  /** The size of the first buffer. More is taken only if it does not suffice. */
  readonly firstBytes: number
  readonly maxBytes: number
  /** Called before the buffer grows by this much. It may throw to end the reading. */
  readonly take: (bytes: number) => void
}

/**
 * Reads a stream into one buffer. Chunks may be as small as one byte, and a list of such chunks could take hundreds of times the
 * memory.
 * @throws {HttpError} 413 if there is more than allowed, 400 if the stream fails
 */
export function readBytes(stream: Readable, { firstBytes, maxBytes, take }: ReadOptions): Promise<Buffer> {
  let buffer = Buffer.allocUnsafeSlow(firstBytes)
  let length = 0

  function makeRoom(neededBytes: number): void {
    if (neededBytes <= buffer.length) return
    if (neededBytes > maxBytes) throw tooLargeError()
    const bytes = Math.min(maxBytes, Math.max(neededBytes, buffer.length * 2))
    take(bytes - buffer.length)
    resize(bytes)
  }

  /** `Buffer.from` would take a slice of Node's shared pool and keep all of the pool in memory: 64 KiB in newer versions. */
  function resize(bytes: number): void {
    const resized = Buffer.allocUnsafeSlow(bytes)
    buffer.copy(resized, 0, 0, length)
    buffer = resized
  }

  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      stream.off('data', add).off('end', finish).off('error', fail)
      settle()
    }
    const finish = () => {
      if (length < buffer.length) resize(length)
      end(() => resolve(buffer))
    }
    const fail = (error: unknown) => end(() => reject(error instanceof HttpError ? error : incompleteError()))
    const add = (chunk: Buffer) => {
      try {
        makeRoom(length + chunk.length)
      } catch (error) {
        // Without a listener, the rest is discarded.
        return fail(error)
      }
      length += chunk.copy(buffer, length)
    }
    stream.on('data', add).on('end', finish).on('error', fail)
  })
}

/** The error for a body above the limit of its route. */
export const tooLargeError = () => new HttpError(413, 'The body is too large')

/** For a client that has closed the connection. Nobody will read the error. */
export const incompleteError = () => new HttpError(400, INVALID_REQUEST)
