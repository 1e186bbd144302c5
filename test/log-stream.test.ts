import { describe, expect, onTestFinished, test } from 'vitest'
import { createLogStream } from '../src/metrics/log-stream.ts'
import { replaceInFs } from './support/replace-in-fs.ts'

type Written = (error: NodeJS.ErrnoException | null, bytes: number) => void
type Outcome = { readonly code: string } | { readonly bytes: number } | 'all' | 'never'

/** A log with a fake descriptor. Each write has one of the outcomes; the writes after these write everything. */
function startLog(...outcomes: Outcome[]) {
  let written = ''
  const fake = (
    _descriptor: number,
    chunk: Buffer,
    _offset: number,
    length: number,
    _position: null,
    callback: Written,
  ) => {
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
  onTestFinished(replaceInFs({ write: fake }))
  const log = createLogStream(1, (dropped) => `${dropped} dropped\n`)
  return { ...log, written: () => written }
}

const MEBIBYTE_LINE = `${'x'.repeat(1024 * 1024 - 1)}\n`

describe('the log', () => {
  test('is written in order, also after partial writes', async () => {
    const log = startLog({ bytes: 3 }, { bytes: 1 })
    for (const line of ['one\n', 'zwei\n', '三\n']) log.write(line)
    await log.flush(5000)
    expect(log.written()).toBe('one\nzwei\n三\n')
  })

  test.each(['EAGAIN', 'ENOSPC', 'EIO'])(
    'is written completely if writes fail with %s for a while',
    async (code) => {
      const log = startLog({ code }, { bytes: 2 }, { code }, { code })
      log.write('one\n')
      await expect.poll(log.written).toBe('one\n')
      log.write('two\n')
      await log.flush(5000)
      expect(log.written()).toBe('one\ntwo\n')
    },
  )

  test('drops lines that do not fit into its buffer while writes fail, and reports how many', async () => {
    const log = startLog({ code: 'EAGAIN' })
    for (let n = 0; n < 7; n++) log.write(MEBIBYTE_LINE)
    await log.flush(5000)
    expect(log.written()).toBe(`${MEBIBYTE_LINE.repeat(4)}3 dropped\n`)
    log.write('after\n')
    await log.flush(5000)
    expect(log.written()).toMatch(/3 dropped\nafter\n$/)
  })

  test.each(['EPIPE', 'EBADF'])('is abandoned if nothing can read it any more: %s', async (code) => {
    const log = startLog({ code })
    log.write('lost\n')
    await log.flush(5000)
    log.write('lost as well\n')
    await log.flush(5000)
    expect(log.written()).toBe('')
  })

  test('is flushed no longer than the timeout if it cannot be written', async () => {
    const log = startLog('never')
    log.write('stuck\n')
    await log.flush(20)
    expect(log.written()).toBe('')
  })
})
