import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openAlertServices } from './support/alert-services.ts'
import { route, startReceiver } from './support/alerts.ts'
import { NO_ANSWER, ODD_RECEIVERS, startOddReceiver } from './support/odd-receivers.ts'
import { signage } from './support/process.ts'

/* Receivers that do what HTTP allows, or what it does not, and processes of the command. */

/** So many commands run at once. */
const COMMANDS_AT_ONCE = 4

/** Starts receivers of the table, all by default. */
async function startAll(isWanted: (result: string) => boolean = () => true) {
  const wanted = Object.entries(ODD_RECEIVERS).filter(([, { result }]) => isWanted(result))
  return Promise.all(wanted.map(async ([name, odd]) => ({ name, ...odd, ...(await startOddReceiver(odd)) })))
}

const isAccepted = (result: string) => /^HTTP 2/.test(result)
const isUnanswered = (result: string) => result === NO_ANSWER

describe('beside all odd receivers', () => {
  test('a good one gets its message once, before a silent one is asked again, and each has an outcome', async () => {
    const odd = await startAll()
    const good = await Promise.all(['good 1', 'good 2', 'good 3'].map(startNamed))
    const { database, start } = await openAlertServices(
      ...[...odd, ...good].map(({ name, url }) => route(name, { url })),
    )
    const outcomes = async () =>
      Object.fromEntries(
        (await database.all<Outcome>({ sql: OUTCOMES })).map(({ route_id, last_result }) => [
          route_id,
          last_result,
        ]),
      )
    const server = await start()
    await expect.poll(() => good.map(({ received }) => received.length)).toEqual([1, 1, 1])
    expect(odd.filter(({ result, count }) => isUnanswered(result) && count() > 1)).toEqual([])
    await expect
      .poll(outcomes, { timeout: 90_000 })
      .toEqual(Object.fromEntries([...odd, ...good].map(({ name, result }) => [name, result])))
    expect(good.map(({ received }) => received.length)).toEqual([1, 1, 1])
    const accepted = odd.filter(({ result, greet }) => isAccepted(result) && !greet)
    expect(accepted.filter(({ count }) => count() !== 1).map(({ name }) => name)).toEqual([])
    expect(await (await fetch(`${server.address}/readyz`)).json()).toEqual({ status: 'ok' })
    expect(await server.stop()).toBe(0)
    expect(server.output()).not.toContain('MaxListenersExceededWarning')
  })
})

interface Outcome {
  readonly route_id: string
  readonly last_result: string | null
}

const OUTCOMES = 'SELECT route_id, last_result FROM alert_messages'

async function startNamed(name: string) {
  return { name, result: 'HTTP 200', ...(await startReceiver()) }
}

test('a service that is stopped while receivers do not answer ends with exit code 0, and blames none', async () => {
  const silent = await startAll((result) => isUnanswered(result) || result === 'HTTP 101')
  const { database, start } = await openAlertServices(...silent.map(({ name, url }) => route(name, { url })))
  const server = await start()
  const asked = silent.filter(({ greet }) => !greet)
  await expect.poll(() => asked.filter(({ count }) => count() === 0).map(({ name }) => name)).toEqual([])
  expect(await server.stop()).toBe(0)
  const outcomes = await database.all<Outcome>({ sql: OUTCOMES })
  expect(outcomes.map(({ last_result }) => last_result)).not.toContain(NO_ANSWER)
})

test('an outcome is recorded while another receiver does not answer, so a kill repeats only that one', async () => {
  const [silent] = await startAll(isUnanswered)
  const good = await startReceiver()
  if (silent === undefined) throw new Error('There is no silent receiver.')
  const { database, start } = await openAlertServices(
    route('silent', { url: silent.url }),
    route('good', { url: good.url }),
  )
  const killed = await start()
  const recorded = () => database.all({ sql: `${OUTCOMES} ORDER BY route_id` })
  await expect.poll(recorded).toEqual([
    { route_id: 'good', last_result: 'HTTP 200' },
    { route_id: 'silent', last_result: null },
  ])
  await killed.stop('SIGKILL')
  const before = silent.count()
  await database.batch([
    { sql: "UPDATE jobs SET lease_ends_at = '2026-01-01T00:00:00.000Z'" },
    { sql: 'UPDATE alert_messages SET next_attempt_at = 0 WHERE next_attempt_at IS NOT NULL' },
  ])
  await start()
  await expect.poll(silent.count).toBe(before + 1)
  await sleep(1500)
  expect(good.received).toHaveLength(1)
})

const ITS_OWN = 'The service may use a different WEBHOOK_ALLOW and different proxies.\n'

test('signage alerts test says in one sentence why a receiver did not accept a message', async () => {
  const odd = await startAll()
  const { url: DATABASE_URL } = await openAlertServices(...odd.map(({ name, url }) => route(name, { url })))
  const environment = { DATABASE_URL, WEBHOOK_ALLOW: '127.0.0.1' }
  const test = async ({ name, url, result }: (typeof odd)[number]) => {
    const { code, stdout, stderr } = await signage(['alerts', 'test', name], { environment })
    const said = result.startsWith('HTTP') ? `${/HTTP \d+/.exec(stdout)?.[0]}` : stdout
    return { name, code, said, stderr: stderr.replaceAll(new URL(url).origin, 'URL') }
  }
  const results: Awaited<ReturnType<typeof test>>[] = []
  for (let start = 0; start < odd.length; start += COMMANDS_AT_ONCE)
    results.push(...(await Promise.all(odd.slice(start, start + COMMANDS_AT_ONCE).map(test))))
  const expected = odd.map(({ name, result }) => {
    const said = result.startsWith('HTTP') ? result : ''
    if (isAccepted(result))
      return { name, code: 0, said, stderr: `The route ${name} works from here. ${ITS_OWN}` }
    const sentence = said
      ? 'URL/… did not accept the message: check its address, its token or secret if it has one, and its clock.\n'
      : `Nothing could be sent to URL/…: ${result}. ${ITS_OWN}`
    return { name, code: 1, said, stderr: sentence }
  })
  expect(results).toEqual(expected)
})
