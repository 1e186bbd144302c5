import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { backOffMs, retryAfterMs } from '../src/lib/http-client/back-off.ts'
import { NoResponseError } from '../src/lib/http-client/get.ts'
import { createHttpClient, type HttpClientOptions } from '../src/lib/http-client/http-client.ts'
import { drip, startProxy } from './support/http-proxy.ts'

test('waits twice as long after each failure, and as long as the service asks for, up to a minute', () => {
  const now = Date.parse('2030-01-01T00:00:00Z')
  const wait = (failures: number, header: string | null) =>
    backOffMs(failures, retryAfterMs(header, now)) / 1000
  for (let n = 0; n < 20; n++) {
    for (const [failures, shortest] of [
      [1, 0.25],
      [2, 0.5],
      [3, 1],
      [4, 2],
    ] as const) {
      expect(wait(failures, null)).toBeGreaterThanOrEqual(shortest)
      expect(wait(failures, null)).toBeLessThan(shortest * 2)
    }
    expect(wait(1, '7')).toBeGreaterThanOrEqual(7)
    expect(wait(1, '7')).toBeLessThan(8)
    expect(wait(1, 'Tue, 01 Jan 2030 00:00:30 GMT')).toBeGreaterThanOrEqual(30)
    expect(wait(1, 'Mon, 31 Dec 2029 00:00:00 GMT')).toBeLessThan(1)
    expect(wait(1, 'soon')).toBeLessThan(1)
    expect(wait(1, '999999999999')).toBe(60)
  }
})

describe('the client of a service', () => {
  const { signal } = new AbortController()
  const client = (options: Partial<HttpClientOptions> = {}) => createHttpClient({ signal, ...options })
  const at = (address: string, path = '/') => new URL(path, address)

  test('sends its headers, and returns the response', async () => {
    const address = await startProxy('', ({ request, response }) =>
      response
        .writeHead(201, { 'x-seen': `${request.headers.accept} ${request.headers['x-api-key']}` })
        .end('ü'),
    )
    const { status, headers, body } = await client()(at(address), { 'x-api-key': 'abc' })
    expect([status, headers.get('x-seen'), `${body}`]).toEqual([201, 'application/json abc', 'ü'])
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['is silent', () => {}],
    ['begins', (response) => void response.write('{')],
    ['sends a byte now and then', drip],
  ])('waits only until its timeout for an answer that %s', async (_, answer) => {
    let asked = 0
    const address = await startProxy('', ({ response }) => {
      asked++
      answer(response)
    })
    const get = client({ timeoutMs: 300 })
    await expect(get(at(address), {})).rejects.toEqual(new NoResponseError('it took longer than 0.3 s'))
    expect(asked).toBe(1)
  })

  test('does not send a key to where it is redirected', async () => {
    let keys = 0
    const elsewhere = await startProxy('', ({ response }) => {
      keys++
      response.end()
    })
    const address = await startProxy('', ({ response }) =>
      response.writeHead(302, { location: elsewhere }).end(),
    )
    expect(await client()(at(address), { 'x-api-key': 'abc' })).toMatchObject({ status: 302 })
    expect(keys).toBe(0)
  })

  test.each([429, 502, 503, 504])('asks again when a service with %i has asked it to', async (status) => {
    const seenAtMs: number[] = []
    const address = await startProxy('', ({ response, earlier }) => {
      seenAtMs.push(performance.now())
      if (earlier === 0) response.writeHead(status, { 'retry-after': '1' })
      response.end()
    })
    expect(await client()(at(address), {})).toMatchObject({ status: 200 })
    expect((seenAtMs[1] ?? 0) - (seenAtMs[0] ?? 0)).toBeGreaterThan(990)
  })

  test('gives up on a service that stays busy', async () => {
    let asked = 0
    const address = await startProxy('', ({ response }) => {
      asked++
      response.writeHead(503, { 'retry-after': '0' }).end()
    })
    await expect(client()(at(address), {})).rejects.toEqual(new NoResponseError('it answers with 503', 0))
    expect(asked).toBe(5)
  })

  test('stops waiting for a busy service when it is stopped', async () => {
    const stop = new AbortController()
    const address = await startProxy('', ({ response }) => {
      response.writeHead(429, { 'retry-after': '60' }).end()
      setTimeout(() => stop.abort(new Error('stopped')), 50)
    })
    await expect(client({ signal: stop.signal })(at(address), {})).rejects.toThrow('stopped')
  })

  test.each([
    ['nests too deep', `${'['.repeat(2049)}${']'.repeat(2049)}`],
    ['nests without end', '{"a":'.repeat(10_000_000)],
    ['has too many values', `[${'{},'.repeat(4_000_001)}{}]`],
  ])('rejects a body that %s, and does not ask for it again', async (_, body) => {
    let asked = 0
    const address = await startProxy('', ({ response }) => {
      asked++
      response.end(body)
    })
    // Not `rejects`: the message of a failure would have the whole body.
    const outcome = await client()(at(address), {}).then(() => 'accepted', String)
    expect(outcome).toContain('it answered with JSON of too many, or too deeply nested, values')
    expect(asked).toBe(1)
  })

  test.each([
    ['nests as deep as allowed', `${'['.repeat(2048)}${']'.repeat(2048)}`],
    ['has brackets in texts', JSON.stringify('[{\\"'.repeat(3000))],
    ['is no JSON', 'hello'],
  ])('accepts a body that %s', async (_, body) => {
    const address = await startProxy('', ({ response }) => response.end(body))
    expect(String((await client()(at(address), {})).body)).toBe(body)
  })

  test('reads a body only up to a limit, and does not ask for it again', async () => {
    const chunk = Buffer.alloc(1024 * 1024)
    let sent = 0
    let asked = 0
    const address = await startProxy('', ({ response }) => {
      asked++
      const write = (): void => {
        while (!response.destroyed && response.write(chunk)) sent++
        if (!response.destroyed) response.once('drain', write)
      }
      write()
    })
    await expect(client()(at(address), {})).rejects.toThrow('it answered with more than 64 MiB')
    expect(asked).toBe(1)
    expect(sent).toBeLessThan(200)
  })
})
