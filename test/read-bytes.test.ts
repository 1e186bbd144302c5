import { randomBytes } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBytes } from '../src/http/bodies/read-bytes.ts'
import { HttpError } from '../src/http/http-error.ts'

const take = () => {}

test('any bytes in any parts are read as they are, and what is taken is at most twice as much', async () => {
  const chunks = fc.array(fc.integer({ min: 1, max: 5000 }).map((length) => randomBytes(length)))
  await fc.assert(
    fc.asyncProperty(chunks, fc.integer({ min: 1, max: 5000 }), async (parts, firstBytes) => {
      const whole = Buffer.concat(parts)
      let taken = firstBytes
      const read = await readBytes(Readable.from(parts), {
        firstBytes,
        maxBytes: Math.max(firstBytes, whole.length),
        take: (bytes) => {
          taken += bytes
        },
      })
      expect(read.equals(whole)).toBe(true)
      expect(read.buffer.byteLength).toBe(read.length)
      expect(taken).toBeLessThanOrEqual(Math.max(firstBytes, 2 * whole.length))
    }),
  )
})

test('one byte more than allowed is 413', async () => {
  const room = { firstBytes: 2, maxBytes: 5, take }
  await expect(readBytes(Readable.from([Buffer.alloc(5)]), room)).resolves.toHaveLength(5)
  await expect(readBytes(Readable.from([Buffer.alloc(5), Buffer.alloc(1)]), room)).rejects.toMatchObject({
    statusCode: 413,
  })
})

test('a refusal ends the reading, and the rest is discarded', async () => {
  const stream = new PassThrough()
  const refuse = () => {
    throw new HttpError(429, 'Too many')
  }
  const reading = readBytes(stream, { firstBytes: 1, maxBytes: 10, take: refuse })
  stream.write('ab')
  await expect(reading).rejects.toMatchObject({ statusCode: 429 })
  for (let n = 0; n < 100; n++) stream.write(Buffer.alloc(1024))
  await expect.poll(() => stream.readableLength).toBe(0)
})

test('a stream that fails is 400, or fails with its status', async () => {
  for (const [error, statusCode] of [
    [new Error('aborted'), 400],
    [new HttpError(408, 'Request Timeout'), 408],
  ] as const) {
    const stream = new PassThrough()
    const reading = readBytes(stream, { firstBytes: 1, maxBytes: 10, take })
    stream.destroy(error)
    await expect(reading).rejects.toMatchObject({ statusCode })
  }
})
