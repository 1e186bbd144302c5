import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { storeReview } from '../../src/alerts/delivery/record.ts'
import { MINUTE_MS, openAlerts, route, startReceiver } from '../support/alerts.ts'
import { NOW } from '../support/target.ts'

const van = { id: 'inc_van', kind: 'device', subject: 'van' } as const
const HOUR_MS = 60 * MINUTE_MS

/** A route to a receiver that answers with this status and these headers, and an incident of which it is told at minute 15. */
async function openWith(status: number, headers: Record<string, string> = {}) {
  const answer = { status, headers }
  const receiver = await startReceiver((response) => response.writeHead(answer.status, answer.headers).end())
  const opened = await openAlerts(route('hook', { url: receiver.url }))
  await opened.open(van)
  const message = async () => (await opened.messages())[0]
  const routeState = async () =>
    (await opened.database.all({ sql: 'SELECT failing_since, off_since FROM alert_routes' }))[0]
  return { ...opened, ...receiver, answer, message, routeState }
}

describe('after a failure', () => {
  test('a message is sent again at growing intervals, under the same id, and given up after three days', async () => {
    const { runAt, received, message, run, attempts } = await openWith(500)
    const waits = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440]
    let minute = 15
    await runAt(minute)
    for (const wait of waits) {
      const count = received.length
      // The route would be off after three days.
      await run('UPDATE alert_routes SET failing_since = NULL')
      await runAt(minute + wait * 0.79)
      expect(received).toHaveLength(count)
      minute += wait * 1.21
      await runAt(minute)
      expect(received).toHaveLength(count + 1)
    }
    expect(await message()).toMatchObject({ attempts: 10, next_attempt_at: null, sent_at: null })
    expect((await message())?.last_result).toBe('HTTP 500; given up')
    expect(await attempts()).toMatch(/"failed"} 9\n.*"given_up"} 1\n/)
    await runAt(minute + 10_000)
    expect(received).toHaveLength(10)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    const timestamps = received.map(({ headers }) => Number(headers['webhook-timestamp']))
    expect(timestamps[0]).toBe((NOW + 15 * MINUTE_MS) / 1000)
    expect([...timestamps].sort((one, other) => one - other)).toEqual(timestamps)
    expect(new Set(timestamps).size).toBe(10)
  })

  test('waits differ by up to 20 %', () => {
    const message = { ...route('hook'), route_id: 'hook', kind: 'opened', body: '{}', attempt: 2 } as const
    const ready = Array.from({ length: 1000 }, () => message)
    const claims = storeReview({ ready, deferred: [], obsolete: [], removedIncidents: [] }, 0)
    const waits = Array.from(claims, (claim) => ('parameters' in claim ? Number(claim.parameters?.[1]) : 0))
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(4 * MINUTE_MS)
    expect(Math.min(...waits)).toBeLessThan(4.1 * MINUTE_MS)
    expect(Math.max(...waits)).toBeLessThanOrEqual(6 * MINUTE_MS)
    expect(Math.max(...waits)).toBeGreaterThan(5.9 * MINUTE_MS)
  })

  test.each([302, 404, 503])('%i is one, also if it is a redirect', async (status) => {
    const { runAt, message } = await openWith(status, { location: 'http://127.0.0.1:1/' })
    await runAt(15)
    expect(await message()).toMatchObject({ sent_at: null, attempts: 1, last_result: `HTTP ${status}` })
  })

  test('a message that cannot be made is one, with the cause and without the secret address', async () => {
    const { runAt, message, run } = await openWith(200)
    await run("UPDATE alert_routes SET url = 'secret'")
    await runAt(15)
    expect((await message())?.last_result).toBe('the message could not be made: Invalid URL')
  })

  test.each([200, 201, 202, 204, 299])('%i is none', async (status) => {
    const { runAt, message } = await openWith(status)
    await runAt(15)
    expect(await message()).toMatchObject({
      next_attempt_at: null,
      last_result: `HTTP ${status}`,
      attempts: 1,
    })
  })
})

describe('a receiver that asks to wait', () => {
  const asked = NOW + 15 * MINUTE_MS
  test.each([
    ['in seconds', 429, { 'retry-after': '3600' }, HOUR_MS],
    ['until a date', 503, { 'retry-after': new Date(asked + HOUR_MS).toUTCString() }, HOUR_MS],
    ['for longer than a day', 429, { 'retry-after': '9999999' }, 24 * HOUR_MS],
  ])('%s is obeyed', async (_, status, headers, ms) => {
    const { runAt, message } = await openWith(status, headers)
    await runAt(15)
    expect((await message())?.next_attempt_at).toBe(asked + ms)
  })

  test.each([
    [429, { 'retry-after': '0' }],
    [429, { 'retry-after': 'soon' }],
    [500, { 'retry-after': '3600' }],
    [429, {}],
  ])('for nothing useful (%i %j) waits as after any failure', async (status, headers) => {
    const { runAt, message } = await openWith(status, headers)
    await runAt(15)
    const waitMs = ((await message())?.next_attempt_at ?? 0) - asked
    expect(waitMs).toBeGreaterThanOrEqual(4000)
    expect(waitMs).toBeLessThanOrEqual(6000)
  })
})

describe('a route', () => {
  test('fails from the first failure to the next success, which is logged each', async () => {
    const { runAt, routeState, answer, changes } = await openWith(500)
    await runAt(15)
    await runAt(16)
    expect(await routeState()).toEqual({ failing_since: NOW + 15 * MINUTE_MS, off_since: null })
    answer.status = 200
    await runAt(30)
    expect(await routeState()).toEqual({ failing_since: null, off_since: null })
    expect(changes.map(({ state }) => state)).toEqual(['failing', 'working'])
  })

  test('is turned off after three days without success, with all its messages, even after the shortest waits', async () => {
    const { runAt, routeState, changes, open, messages, received, attempts } = await openWith(500)
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => random.mockRestore())
    for (let hour = 0; hour < 72; hour++) await runAt(15 + hour * 60)
    expect(await routeState()).toMatchObject({ off_since: null })
    await open({ id: 'inc_hall', kind: 'device', subject: 'hall', started: 4200 })
    await runAt(15 + 72 * 60)
    await runAt(20 + 72 * 60)
    expect(await routeState()).toMatchObject({ off_since: expect.any(Number) })
    expect(changes.map(({ state }) => state)).toEqual(['failing', 'off'])
    const givenUp = { next_attempt_at: null, last_result: 'the route was turned off' }
    expect(await messages()).toMatchObject([givenUp, givenUp])
    expect(await attempts()).toContain('"given_up"} 1\n')
    const count = received.length
    await runAt(200 * 60)
    expect(received).toHaveLength(count)
  })

  test('is turned off at once by 410', async () => {
    const { runAt, routeState, message, received, attempts } = await openWith(410)
    await runAt(15)
    expect(await routeState()).toMatchObject({ off_since: NOW + 15 * MINUTE_MS })
    expect(await message()).toMatchObject({ next_attempt_at: null, last_result: 'the route was turned off' })
    expect(await attempts()).toMatch(/"failed"} 0\n.*"given_up"} 1\n/)
    await runAt(600)
    expect(received).toHaveLength(1)
  })

  test('gets its messages one after another', async () => {
    let running = 0
    let most = 0
    const { url, received } = await startReceiver((response) => {
      most = Math.max(most, ++running)
      setTimeout(() => {
        running--
        response.end()
      }, 20)
    })
    const { open, runAt } = await openAlerts(route('a', { url }))
    for (const id of ['lobby', 'bar', 'hall']) await open({ id: `inc_${id}`, kind: 'device', subject: id })
    await runAt(15)
    expect(received).toHaveLength(3)
    expect(most).toBe(1)
  })
})

describe('a process that dies', () => {
  test('in the last attempt loses nothing either', async () => {
    const { goTo, writeDue, claimOnly, run, message } = await openWith(500)
    goTo(15)
    await writeDue()
    await run('UPDATE alert_messages SET attempts = 9')
    await claimOnly()
    expect((await message())?.next_attempt_at).not.toBeNull()
  })

  test('has told nobody of an incident if it did not write that down', async () => {
    const { goTo, writeDue, messages } = await openWith(200)
    goTo(15)
    await Promise.all([writeDue(), writeDue()].map((one) => one.catch(() => {})))
    await writeDue()
    expect(await messages()).toHaveLength(1)
  })
})

test('a message that was cancelled while it was sent stays so if that failed, and is sent if not', async () => {
  const { goTo, writeDue, claimOnly, run, database, message } = await openWith(200)
  const { recordOutcome } = await import('../../src/alerts/delivery/record.ts')
  goTo(15)
  await writeDue()
  const [taken] = await claimOnly()
  if (taken === undefined) throw new Error('Nothing was due.')
  await run("UPDATE alert_messages SET next_attempt_at = NULL, last_result = 'cancelled'")
  const outcome = { isSent: false, result: 'HTTP 500', isGone: false, retryAfterMs: 0 }
  await database.batch(recordOutcome({ message: taken, outcome }, NOW))
  expect(await message()).toMatchObject({ next_attempt_at: null, sent_at: null, last_result: 'cancelled' })
  await database.batch(recordOutcome({ message: taken, outcome: { ...outcome, isSent: true } }, NOW))
  expect(await message()).toMatchObject({ sent_at: NOW })
})
