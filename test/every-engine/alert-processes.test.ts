import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort } from '../../bench/machine/free-port.ts'
import { openAlertServices as open } from '../support/alert-services.ts'
import { route, startReceiver } from '../support/alerts.ts'
import { signage } from '../support/process.ts'

/* Processes of the command. */

test('several services tell a receiver once, with a link, and log no secret', async () => {
  const good = await startReceiver()
  const bad = await startReceiver((response) => response.writeHead(500).end('planted-secret'))
  const { database, start } = await open(
    route('good', { url: `${good.url}?planted-secret` }),
    route('bad', { url: `${bad.url}?planted-secret`, token: 'whsec_cGxhbnRlZC1zZWNyZXQ=' }),
  )
  const environment = { PUBLIC_URL: 'https://signage.example.com' }
  const servers = [await start(environment), await start(environment), await start(environment)]
  await expect.poll(() => good.received.length).toBe(1)
  await expect
    .poll(() => servers.some(({ output }) => output().includes('an alert route is failing')))
    .toBe(true)
  await sleep(2500)
  expect(good.received).toHaveLength(1)
  expect(good.bodies()[0].data.url).toBe('https://signage.example.com/app?device=van')
  expect(
    await database.all({ sql: "SELECT last_result FROM alert_messages WHERE route_id = 'good'" }),
  ).toEqual([{ last_result: 'HTTP 200' }])
  for (const { output } of servers) expect(output()).not.toMatch(/planted-secret|cGxhbnRlZC1zZWNyZXQ/)
  const logged = servers.map(({ output }) => output()).join('\n')
  expect(logged.match(/"alertRoute":"bad"/g)).toHaveLength(1)
})

test('a service that is killed while it sends loses nothing: the next one sends it, under the same id', async () => {
  let isKilled = false
  const { url, received } = await startReceiver((response) => {
    if (isKilled) response.end()
  })
  const { database, start } = await open(route('hook', { url }))
  const killed = await start()
  await expect.poll(() => received.length).toBe(1)
  await killed.stop('SIGKILL')
  isKilled = true
  // As long as the lease of the dead process lasts, which is a minute, and until the next attempt.
  await database.batch([
    { sql: "UPDATE jobs SET lease_ends_at = '2026-01-01T00:00:00.000Z'" },
    { sql: 'UPDATE alert_messages SET next_attempt_at = 0' },
  ])
  await start()
  await expect.poll(() => received.length).toBe(2)
  expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id'])
  expect(received[1]?.body).toBe(received[0]?.body)
  const sent = () =>
    database.all({ sql: 'SELECT attempts, next_attempt_at, last_result FROM alert_messages' })
  await expect.poll(sent).toEqual([{ attempts: 2, next_attempt_at: null, last_result: 'HTTP 200' }])
})

test('a service without CHANGES=on sends nothing', async () => {
  const { url, received } = await startReceiver()
  const { database, start } = await open(route('hook', { url }))
  await start({ CHANGES: 'off' })
  await sleep(1500)
  expect(received).toEqual([])
  expect(await database.all({ sql: 'SELECT id FROM alert_messages' })).toEqual([])
})

test('a job that cannot be done is named by the log, the metrics and signage doctor', async () => {
  const { url, database, start } = await open()
  await database.batch([{ script: 'ALTER TABLE outages RENAME TO moved_outages' }])
  const metrics = await freePort()
  const server = await start({ METRICS_PORT: String(metrics) })
  await expect.poll(server.output).toContain('a job failed, trying again')
  const lastSuccesses = async () => {
    const scraped = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
    return new Map(
      Array.from(
        scraped.matchAll(/^signage_job_last_success_timestamp_seconds\{job="(.+)"\} (.+)$/gm),
        ([, job, time]) => [job, Number(time)],
      ),
    )
  }
  await expect.poll(async () => (await lastSuccesses()).get('outage-retention')).toBe(0)
  await expect.poll(async () => (await lastSuccesses()).get('alert-delivery')).toBeGreaterThan(0)
  expect(server.output().match(/"job":"outage-retention","msg":"a job failed, trying again"/g)).toHaveLength(
    1,
  )
  const { stdout, stderr } = await signage(['doctor'], { environment: { DATABASE_URL: url } })
  expect(stdout + stderr).toMatch(
    /warning +jobs +Jobs have failed or hung and have not succeeded since \(.*outage-retention at \d.*Z\): see the log of the service\./,
  )
  await database.batch([{ script: 'ALTER TABLE moved_outages RENAME TO outages' }])
  await expect.poll(async () => (await lastSuccesses()).get('outage-retention')).toBeGreaterThan(0)
})
