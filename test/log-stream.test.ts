import type { write } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createLogStream } from '../src/observability/log-stream.ts'

type Write = typeof write
type Outcome = { readonly code: string } | { readonly bytes: number } | 'all' | 'never'

/** A log whose descriptor takes what it is told to take, one outcome for each write; after these, all. */
function startLog(...outcomes: Outcome[]) {
  let written = ''
  const fake = (
    _descriptor: number,
    chunk: Buffer,
    _offset: number,
    length: number,
    _position: null,
    done: unknown,
  ) => {
    const callback = done as (error: NodeJS.ErrnoException | null, bytes: number) => void
    const outcome = outcomes.shift() ?? 'all'
    if (outcome === 'never') return
    if (typeof outcome === 'object' && 'code' in outcome) {
      setImmediate(callback, Object.assign(new Error(outcome.code), outcome), 0)
      return
    }
    const bytes = outcome === 'all' ? length : outcome.bytes
    written += chunk.subarray(0, bytes).toString()
    setImmediate(callback, null, bytes)
  }
  const log = createLogStream(1, (dropped) => `${dropped} dropped\n`, fake as unknown as Write)
  return { ...log, written: () => written }
}

const MEBIBYTE_LINE = `${'x'.repeat(1024 * 1024 - 1)}\n`

describe('the log', () => {
  test('is written in order, also where a write takes only a part', async () => {
    const log = startLog({ bytes: 3 }, { bytes: 1 })
    for (const line of ['one\n', 'zwei\n', '三\n']) log.write(line)
    await log.flush(5000)
    expect(log.written()).toBe('one\nzwei\n三\n')
  })

  test.each(['EAGAIN', 'ENOSPC', 'EIO'])('is written once there is room again, after %s', async (code) => {
    const log = startLog({ code }, { bytes: 2 }, { code }, { code })
    log.write('one\n')
    await expect.poll(log.written).toBe('one\n')
    log.write('two\n')
    await log.flush(5000)
    expect(log.written()).toBe('one\ntwo\n')
  })

  test('drops what does not fit while nothing can be written, and says how many lines that were', async () => {
    const log = startLog({ code: 'EAGAIN' })
    for (let n = 0; n < 7; n++) log.write(MEBIBYTE_LINE)
    await log.flush(5000)
    expect(log.written()).toBe(`${MEBIBYTE_LINE.repeat(4)}3 dropped\n`)
    log.write('after\n')
    await log.flush(5000)
    expect(log.written()).toMatch(/3 dropped\nafter\n$/)
  })

  test.each(['EPIPE', 'EBADF'])('is given up once nobody can read it any more: %s', async (code) => {
    const log = startLog({ code })
    log.write('lost\n')
    await log.flush(5000)
    log.write('lost as well\n')
    await log.flush(5000)
    expect(log.written()).toBe('')
  })

  test('that cannot be written is waited for no longer than is allowed', async () => {
    const log = startLog('never')
    log.write('stuck\n')
    await log.flush(20)
    expect(log.written()).toBe('')
  })
})
