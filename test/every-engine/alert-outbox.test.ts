import { describe, expect, test } from 'vitest'
import { turnOnStatements } from '../../src/alerts/delivery/queries.ts'
import { incidentRetention } from '../../src/alerts/incidents/queries/retention.ts'
import { putMuteStatement } from '../../src/alerts/mutes/queries.ts'
import { MAX_MUTE_DAYS } from '../../src/alerts/mutes/schema.ts'
import type { Database } from '../../src/storage/database.ts'
import { retentionJob } from '../../src/storage/jobs/retention.ts'
import { createWriteQueue } from '../../src/storage/write-queue.ts'
import { MINUTE_MS, openAlerts, route, startReceiver } from '../support/alerts.ts'
import { NOW } from '../support/target.ts'

const lobby = { id: 'inc_lobby', kind: 'device', subject: 'lobby' } as const
const at = (minute: number) => NOW + minute * MINUTE_MS

async function hear({ run }: Awaited<ReturnType<typeof openAlerts>>, minute: number, ...ids: string[]) {
  const sql = 'UPDATE devices SET last_heartbeat_at = ? WHERE id = ?'
  for (const id of ids) await run(sql, new Date(at(minute)).toISOString(), id)
}

describe('a route is told of an incident', () => {
  test.each([
    ['a device after 15 minutes', lobby, null, 15],
    [
      'a site after 10',
      { id: 's', kind: 'site', subject: 'quay', devices: ['lobby', 'bar'] } as const,
      null,
      10,
    ],
    ['the feed after 5', { id: 'f', kind: 'feed', devices: ['lobby', 'hall', 'van'] } as const, null, 5],
    ['after the delay of the route', lobby, 3600, 60],
    ['counted from 5 minutes before it was opened, if that is later', { ...lobby, opened: 65 }, null, 75],
    ['as soon as it is opened, at the earliest', { ...lobby, opened: 70 }, 300, 70],
  ])('%s', async (_, incident, delay_seconds, minute) => {
    const { open, runAt, messages } = await openAlerts(route('hook', { delay_seconds }))
    await open(incident)
    await runAt(minute - 0.01)
    expect(await messages()).toEqual([])
    await runAt(minute)
    expect(await messages()).toMatchObject([{ route_id: 'hook', kind: 'opened' }])
    await runAt(minute + 1)
    expect(await messages()).toHaveLength(1)
  })
})

test('thousands of incidents are one message, and so are their ends, found without comparing each with all others', async () => {
  const { url } = await startReceiver()
  const { database, run, runAt, messages } = await openAlerts(route('chat', { format: 'slack', url }))
  const ids = Array.from({ length: 20_000 }, (_, n) => n)
  await addSilentDevices(database, ids)
  await runAt(15)
  expect(await messages()).toMatchObject([{ route_id: 'chat', kind: 'opened' }])
  await run('UPDATE incidents SET ended_at = ?', at(16))
  await run('UPDATE incident_devices SET returned_at = ?', at(16))
  await runAt(17)
  expect(await messages()).toMatchObject([{ kind: 'opened' }, { kind: 'resolved' }])
})

/** Adds devices, each with an incident that begins at a minute. */
async function addSilentDevices(database: Database, ids: readonly number[], minuteOf = (_: number) => 0) {
  const now = new Date(NOW).toISOString()
  const heard = new Date(NOW - 1).toISOString()
  await database.batch([
    {
      sql: 'INSERT INTO devices (id, name, timezone, updated_at, created_at, last_heartbeat_at) VALUES (?, ?, ?, ?, ?, ?)',
      rows: ids.map((n) => [`d${n}`, 'Screen', 'UTC', now, now, heard]),
    },
    {
      sql: 'INSERT INTO incidents (id, kind, subject_id, started_at, opened_at) VALUES (?, ?, ?, ?, ?)',
      rows: ids.map((n) => [`inc_${n}`, 'device', `d${n}`, at(minuteOf(n)), at(minuteOf(n) + 5)]),
    },
    {
      sql: 'INSERT INTO incident_devices (device_id, incident_id, started_at) VALUES (?, ?, ?)',
      rows: ids.map((n) => [`d${n}`, `inc_${n}`, at(minuteOf(n))]),
    },
  ])
}

describe('nobody is told', () => {
  test.each([
    ['device', [['device', 'lobby', 60]]],
    ['site', [['site', 'quay', 60]]],
    [
      'device whose site is muted for longer',
      [
        ['device', 'lobby', 30],
        ['site', 'quay', 60],
      ],
    ],
  ] as const)('of a muted %s, until it has lasted as long after the mute', async (_, mutes) => {
    const { database, open, runAt, messages } = await openAlerts(route('hook'))
    await open(lobby)
    await open({ id: 'inc_hall', kind: 'device', subject: 'hall' })
    await database.batch(mutes.map(([kind, id, minute]) => putMuteStatement(kind, id, at(minute))))
    await database.batch([putMuteStatement('device', 'van', at(600))])
    await runAt(59)
    expect((await messages()).map(({ body }) => JSON.parse(body).data.incident.id)).toEqual(['inc_hall'])
    await runAt(74.9)
    expect(await messages()).toHaveLength(1)
    await runAt(75)
    expect(await messages()).toHaveLength(2)
  })

  test('by a muted route, until the mute ends', async () => {
    const { database, open, runAt, messages } = await openAlerts(route('hook'), route('other'))
    await open(lobby)
    await database.batch([putMuteStatement('route', 'hook', at(60))])
    await runAt(59)
    expect(await messages()).toMatchObject([{ route_id: 'other' }])
    await runAt(60)
    expect(await messages()).toHaveLength(2)
  })

  test('while devices may not have reported since the service was away, also if it is away for longer than it knows', async () => {
    const { open, run, runAt, messages } = await openAlerts(route('hook'))
    await open(lobby)
    await run('INSERT INTO service_presence (only_row, last_at) VALUES (1, ?)', at(14))
    await runAt(24)
    expect(await messages()).toEqual([])
    await run('INSERT INTO service_absences (started_at, ended_at) VALUES (?, ?)', at(14), at(24))
    await run('UPDATE service_presence SET last_at = ?', at(28.5))
    await runAt(28.9)
    expect(await messages()).toEqual([])
    await runAt(29)
    expect(await messages()).toHaveLength(1)
  })

  test('of a device while its site is silent, but of that, and of the device when that is over', async () => {
    const { url } = await startReceiver()
    const { open, end, runAt, messages } = await openAlerts(route('hook', { url }))
    await open(lobby)
    await open({ id: 'wide', kind: 'site', subject: 'quay', devices: ['bar', 'window'] })
    await runAt(16)
    const told = async () =>
      (await messages()).map(({ kind, body }) => `${kind} ${JSON.parse(body).data.incident.id}`)
    expect(await told()).toEqual(['opened wide'])
    await end('wide', 20)
    await runAt(20)
    expect((await told()).sort()).toEqual(['opened inc_lobby', 'opened wide', 'resolved wide'])
  })

  test('by a route that is off', async () => {
    const { open, runAt, messages } = await openAlerts(route('hook', { failing_since: NOW, off_since: NOW }))
    await open(lobby)
    await runAt(20)
    expect(await messages()).toEqual([])
  })
})

describe('the end of an incident', () => {
  test('is told to those who were told of its beginning', async () => {
    const { url, bodies } = await startReceiver()
    const { open, end, runAt } = await openAlerts(
      route('hook', { url }),
      route('late', { url, delay_seconds: 7200 }),
    )
    await open(lobby)
    await runAt(15)
    await end('inc_lobby', 30)
    await runAt(30)
    await runAt(31)
    expect(bodies().map(({ type, data }) => [type, data.incident.resolved_at])).toEqual([
      ['incident.opened', null],
      ['incident.resolved', new Date(at(30)).toISOString()],
    ])
  })

  test.each(['webhook', 'slack'] as const)('cancels a message that was never tried (%s)', async (format) => {
    const { url, received } = await startReceiver()
    const { open, end, goTo, writeDue, runAt, messages } = await openAlerts(route('r', { url, format }))
    await open(lobby)
    goTo(15)
    await writeDue()
    await end('inc_lobby', 15)
    await runAt(15)
    expect(await messages()).toMatchObject([
      { next_attempt_at: null, sent_at: null, last_result: 'no longer true when it was to be sent' },
    ])
    await runAt(20)
    expect(received).toEqual([])
    expect(await messages()).toHaveLength(1)
  })

  test('is told to a program after the beginning, which may have arrived', async () => {
    let status = 500
    const { url, bodies } = await startReceiver((response) => response.writeHead(status).end())
    const { open, end, runAt } = await openAlerts(route('hook', { url }))
    await open(lobby)
    await runAt(15)
    await end('inc_lobby', 16)
    await runAt(16)
    status = 200
    await runAt(30)
    await runAt(31)
    expect(bodies().map(({ type }) => type)).toEqual([
      'incident.opened',
      ...['incident.resolved', 'incident.resolved'],
    ])
  })

  test('takes it out of a message that tells of others as well, and is not told', async () => {
    const { url, bodies } = await startReceiver()
    const { open, end, goTo, writeDue, runAt } = await openAlerts(route('r', { url, format: 'ntfy' }))
    await open(lobby)
    await open({ id: 'inc_hall', kind: 'device', subject: 'hall' })
    goTo(15)
    await writeDue()
    await end('inc_lobby', 15)
    await runAt(15)
    await runAt(16)
    expect(bodies().map(({ title, message }) => [title, message.split('\n').length])).toEqual([['Alert', 1]])
  })
})

describe('what is heard again', () => {
  test('is not told, though it has not stayed long enough to be back', async () => {
    const opened = await openAlerts(route('hook'))
    await opened.open(lobby)
    await opened.open({ id: 's', kind: 'site', subject: 'gare', devices: ['hall'] })
    await hear(opened, 11, 'hall')
    await hear(opened, 14, 'lobby')
    await opened.runAt(15)
    expect(await opened.messages()).toEqual([])
    // Silent again: for a site, that is enough.
    await opened.runAt(18)
    expect((await opened.messages()).map(({ body }) => JSON.parse(body).data.incident.id)).toEqual(['s'])
    await opened.runAt(28.9)
    expect(await opened.messages()).toHaveLength(1)
    await opened.runAt(29)
    expect(await opened.messages()).toHaveLength(2)
  })

  test.each(['webhook', 'slack'] as const)('is not sent, if that failed before (%s)', async (format) => {
    let status = 500
    const { url, received } = await startReceiver((response) => response.writeHead(status).end())
    const opened = await openAlerts(route('r', { url, format, token: null }))
    await opened.open(lobby)
    await opened.runAt(15)
    const tried = received.length
    expect(tried).toBeGreaterThan(0)
    status = 200
    await hear(opened, 20.5, 'lobby')
    await opened.runAt(25)
    expect(received).toHaveLength(tried)
    await opened.end('inc_lobby', 20.5)
    await opened.runAt(26)
    expect(received.slice(tried).map(({ body }) => JSON.parse(body).type)).toEqual(
      format === 'webhook' ? ['incident.resolved'] : [],
    )
  })

  test('is left out of a message that could not be sent, with the numbers of the next attempt', async () => {
    let status = 500
    const { url, bodies } = await startReceiver((response) => response.writeHead(status).end())
    const opened = await openAlerts(route('r', { url, format: 'slack', token: null }))
    await opened.open({ id: 's', kind: 'site', subject: 'quay', devices: ['lobby', 'bar', 'window'] })
    await opened.open({ id: 'inc_van', kind: 'device', subject: 'van' })
    await opened.runAt(15)
    status = 200
    await hear(opened, 20.5, 'van', 'bar')
    await opened.runAt(25)
    const textOf = (body: { blocks: { text: { text: string } }[] }) =>
      body.blocks.map(({ text }) => text.text)
    expect(textOf(bodies()[0])).toEqual([
      'The Quayside: all 3 screens are offline since 04:00 PST',
      'Offline: Screen van, since 04:00 PST',
      '<https://signage.example/app?state=offline|Open>',
    ])
    expect(textOf(bodies().at(-1))).toEqual([
      'The Quayside: 2 of 3 screens are offline since 04:00 PST: Screen lobby and Screen window',
      '<https://signage.example/app?site=quay|Open>',
    ])
    // It is told by itself once it has been silent for as long again.
    await opened.runAt(36)
    expect(textOf(bodies().at(-1))[0]).toBe('Offline: Screen van, since 04:00 PST')
  })
})

describe('an attempt that is due while the route is muted', () => {
  async function openRefused(format: 'slack' | 'webhook') {
    let status = 500
    const receiver = await startReceiver((response) => response.writeHead(status).end())
    const opened = await openAlerts(route('r', { url: receiver.url, format, token: null }))
    await opened.open(lobby)
    await opened.runAt(15)
    await opened.database.batch([putMuteStatement('route', 'r', at(90))])
    await opened.runAt(16.5)
    status = 200
    const typesAfter = (count: number) =>
      receiver
        .bodies()
        .slice(count)
        .map(({ type, text }) => type ?? text)
    return { ...opened, ...receiver, typesAfter, tried: receiver.received.length }
  }

  test.each(['slack', 'webhook'] as const)('waits, and is made when the mute is over: %s', async (format) => {
    const { runAt, received, tried } = await openRefused(format)
    await runAt(60)
    await runAt(89.9)
    expect(received).toHaveLength(tried)
    await runAt(90)
    expect(received).toHaveLength(tried + 1)
  })

  test('is not made if it is over by then; a program learns that when the mute is over', async () => {
    const chat = await openRefused('slack')
    await chat.end('inc_lobby', 40)
    await chat.runAt(95)
    expect(chat.received).toHaveLength(chat.tried)
    const program = await openRefused('webhook')
    await program.end('inc_lobby', 40)
    await program.runAt(89.9)
    expect(program.received).toHaveLength(program.tried)
    // The longest mute may be longer than ends are remembered without one.
    await program.database.batch([putMuteStatement('route', 'r', at(90 + MAX_MUTE_DAYS * 24 * 60))])
    await program.runAt(90)
    expect(program.received).toHaveLength(program.tried)
    await program.runAt(90 + MAX_MUTE_DAYS * 24 * 60)
    expect(program.typesAfter(program.tried)).toEqual(['incident.resolved'])
  })
})

describe('messages that wait', () => {
  test('do not keep others of the same program waiting, however many they are', async () => {
    let status = 500
    const { url, bodies } = await startReceiver((response) => response.writeHead(status).end())
    const opened = await openAlerts(route('hook', { url }))
    const ids = Array.from({ length: 20 }, (_, n) => n)
    await addSilentDevices(opened.database, ids)
    await opened.runAt(15)
    await opened.database.batch(ids.map((n) => putMuteStatement('device', `d${n}`, at(600))))
    status = 200
    const before = bodies().length
    await opened.open({ ...lobby, started: 15 })
    await opened.runAt(40)
    expect(
      bodies()
        .slice(before)
        .map(({ data }) => data.incident.id),
    ).toEqual(['inc_lobby'])
  })

  test('tell no chat that something is back when it is away again', async () => {
    let status = 200
    const { url, bodies } = await startReceiver((response) => response.writeHead(status).end())
    const opened = await openAlerts(route('r', { url, format: 'slack', token: null }))
    await opened.open(lobby)
    await opened.runAt(15)
    await opened.end('inc_lobby', 20)
    status = 500
    await opened.runAt(20)
    status = 200
    await opened.open({ ...lobby, id: 'inc_again', started: 21 })
    const before = bodies().length
    await opened.runAt(60)
    expect(
      bodies()
        .slice(before)
        .map(({ blocks }) => blocks[0].text.text),
    ).toEqual([expect.stringMatching(/^Offline: Screen lobby/)])
  })

  test('are not sent without an incident', async () => {
    const { url, received } = await startReceiver()
    const opened = await openAlerts(route('hook', { url }))
    await opened.open(lobby)
    opened.goTo(15)
    await opened.writeDue()
    await opened.run('DELETE FROM incidents')
    await opened.runAt(16)
    expect(received).toEqual([])
    expect(await opened.messages()).toMatchObject([{ next_attempt_at: null, sent_at: null }])
  })

  test('of a route that is turned off are written anew when it is on again, if they are still true', async () => {
    let status = 410
    const { url, bodies } = await startReceiver((response) => response.writeHead(status).end())
    const opened = await openAlerts(route('hook', { url }))
    await opened.open(lobby)
    await opened.runAt(15)
    status = 200
    await opened.runAt(30)
    expect(bodies()).toHaveLength(1)
    await opened.database.batch(turnOnStatements('hook', at(30)))
    await opened.runAt(31)
    expect(bodies().map(({ type }) => type)).toEqual(['incident.opened', 'incident.opened'])
  })
})

test('what fails at a site after its incident began is told, and what was heard of meanwhile when it is silent for as long', async () => {
  const { open, run, runAt, messages } = await openAlerts(route('hook', { delay_seconds: 3600 }))
  await open({ id: 's', kind: 'site', subject: 'quay', devices: ['bar', 'window'] })
  await open({ ...lobby, started: 30 })
  await run("UPDATE devices SET last_heartbeat_at = ? WHERE id = 'lobby'", new Date(at(30)).toISOString())
  await runAt(89)
  expect(await messages()).toHaveLength(1)
  await runAt(90)
  expect(await messages()).toHaveLength(2)
  await open({ id: 'inc_hall', kind: 'device', subject: 'hall', started: 30 })
  await run("UPDATE devices SET last_heartbeat_at = ? WHERE id = 'hall'", new Date(at(200)).toISOString())
  await runAt(259)
  expect(await messages()).toHaveLength(2)
  await runAt(260)
  expect(await messages()).toHaveLength(3)
})

describe('a message', () => {
  test('for programs tells of one incident, with its devices and the page that shows it', async () => {
    const { open, runAt, messages } = await openAlerts(route('hook'))
    await open({ id: 's', kind: 'site', subject: 'quay', devices: ['lobby', 'bar', 'window'] })
    await runAt(10)
    const [message] = await messages()
    expect(JSON.parse(message?.body ?? '')).toEqual({
      type: 'incident.opened',
      timestamp: new Date(at(10)).toISOString(),
      data: {
        text: 'The Quayside: all 3 screens are offline since 04:00 PST',
        incident: {
          id: 's',
          kind: 'site',
          site: { id: 'quay', name: 'The Quayside' },
          started_at: new Date(NOW).toISOString(),
          opened_at: new Date(at(5)).toISOString(),
          resolved_at: null,
          devices_total: 3,
          devices_silent: 3,
        },
        devices: ['bar', 'lobby', 'window'].map((id) => ({
          id,
          name: `Screen ${id}`,
          last_heartbeat_at: new Date(NOW - 1).toISOString(),
        })),
        url: 'https://signage.example/app?site=quay',
      },
    })
    expect(message?.id).toMatch(/^msg_[\w-]{22}$/)
  })

  test('for a chat tells of all that is due, the widest first, and names ten', async () => {
    const { url, bodies } = await startReceiver()
    const { add, open, runAt } = await openAlerts(route('r', { url, format: 'slack' }))
    for (let n = 0; n < 12; n++) {
      await add(`d${n}`, `Screen ${n}`)
      await open({ id: `inc_${n}`, kind: 'device', subject: `d${n}` })
    }
    await open({ id: 'inc_gare', kind: 'site', subject: 'gare', devices: ['hall'], started: 5 })
    await runAt(15)
    await runAt(16)
    expect(bodies()).toHaveLength(1)
    const texts = bodies()[0].blocks.map(({ text }: { text: { text: string } }) => text.text)
    expect(texts).toHaveLength(12)
    expect(texts[0]).toBe('Gare du Nord: its screen is offline since 13:05 GMT+1')
    expect(texts[1]).toBe('Offline: Screen 0, since 04:00 PST')
    expect(texts.slice(10)).toEqual(['and 3 more', '<https://signage.example/app?state=offline|Open>'])
  })
})

describe('the sentence', () => {
  const textsOf = async (opened: Awaited<ReturnType<typeof openAlerts>>) =>
    (await opened.messages()).map(({ body }) => JSON.parse(body).data.text)

  async function openTold() {
    const { url } = await startReceiver()
    return openAlerts(route('hook', { url }))
  }

  test('of a device says how the others of its site are', async () => {
    const opened = await openTold()
    await opened.add('unused', 'Never connected')
    await opened.run("UPDATE devices SET site_id = 'quay', last_heartbeat_at = NULL WHERE id = 'unused'")
    // The others sent their heartbeats at minute 0, 12 and 12.
    await hear(opened, 12, 'bar', 'window')
    await opened.open(lobby)
    await opened.runAt(15)
    await hear(opened, 90, 'bar')
    await opened.open({ id: 'w', kind: 'device', subject: 'window', started: 12 })
    await opened.end('inc_lobby', 93)
    await opened.runAt(94)
    expect(await textsOf(opened)).toEqual([
      'Offline: Screen lobby at The Quayside, since 04:00 PST (2 other screens there are online)',
      'Screen lobby at The Quayside is back after 1 h 33 min, offline since 04:00 PST',
      'Offline: Screen window at The Quayside, since 04:12 PST (1 of 2 other screens there is online)',
    ])
  })

  test('of an unstable device that is online at the moment does not count it among the others', async () => {
    const opened = await openTold()
    await opened.open(lobby)
    await opened.run('UPDATE incidents SET is_unstable = 1')
    await hear(opened, 14, 'lobby', 'bar')
    await opened.runAt(15)
    expect(await textsOf(opened)).toEqual([
      'Unstable: Screen lobby at The Quayside, since 04:00 PST (1 of 2 other screens there is online)',
    ])
  })

  test('of a part of a site names its screens, and has a date if it began on another day', async () => {
    const opened = await openTold()
    await opened.open({ id: 's', kind: 'site', subject: 'quay', devices: ['lobby', 'bar'] })
    await opened.runAt(24 * 60)
    await opened.end('s', 26 * 60)
    await opened.runAt(26 * 60)
    expect(await textsOf(opened)).toEqual([
      'The Quayside: 2 of 3 screens are offline since Jan 15, 04:00 PST: Screen bar and Screen lobby',
      'The Quayside is back after 1 d 2 h, offline since Jan 15, 04:00 PST',
    ])
  })

  test('of the feed counts the screens, and says how many are still offline at its end', async () => {
    const opened = await openTold()
    await opened.open({ id: 'f', kind: 'feed', devices: ['lobby', 'bar', 'hall', 'van'] })
    await opened.runAt(5)
    await opened.run("UPDATE incident_devices SET returned_at = ? WHERE device_id <> 'van'", at(20))
    await opened.run('UPDATE incidents SET ended_at = ?', at(20))
    await opened.runAt(20)
    expect(await textsOf(opened)).toEqual([
      'No heartbeat from 4 of 5 screens since 12:00 UTC: their connection to the signage service may be down',
      '3 of 4 screens are back after 20 min, missing since 12:00 UTC; still offline: Screen van',
    ])
  })
})

describe('the sentence of an end', () => {
  async function openTold(incident: Parameters<Awaited<ReturnType<typeof openAlerts>>['open']>[0]) {
    const { url, bodies } = await startReceiver()
    const opened = await openAlerts(route('hook', { url }))
    await opened.open(incident)
    await opened.runAt(15)
    return { ...opened, lastText: () => bodies().at(-1).data.text }
  }
  const quay = { id: 's', kind: 'site', subject: 'quay', devices: ['lobby', 'bar', 'window'] } as const

  test('of a site says what is still silent', async () => {
    const { run, runAt, lastText } = await openTold(quay)
    await run('UPDATE incidents SET ended_at = ?', at(39))
    await run("UPDATE incident_devices SET returned_at = ? WHERE device_id = 'bar'", at(39))
    await run("UPDATE incident_devices SET silent_at_end = 1 WHERE device_id <> 'bar'")
    await runAt(42)
    expect(lastText()).toBe(
      '1 of 3 screens of The Quayside is back after 39 min, offline since 04:00 PST; still offline: Screen lobby and Screen window',
    )
  })

  test.each([
    ['a screen', lobby, "id = 'lobby'", 'Screen lobby, offline since 12:00 UTC'],
    ['all screens of a site', quay, "site_id = 'quay'", 'The Quayside, offline since 04:00 PST'],
  ])('says that %s was removed, with the last name', async (_, incident, condition, removed) => {
    const { run, runAt, lastText } = await openTold(incident)
    await run(`DELETE FROM devices WHERE ${condition}`)
    await run('UPDATE incidents SET ended_at = ?', at(20))
    await runAt(20)
    expect(lastText()).toBe(`Removed, or set back to never connected: ${removed}`)
  })
})

describe('at most 10 messages in 10 minutes are made', () => {
  async function openMany(format: 'webhook' | 'slack') {
    const { url, received } = await startReceiver()
    const opened = await openAlerts(route('r', { url, format, token: null, delay_seconds: 300 }))
    await addSilentDevices(
      opened.database,
      Array.from({ length: 30 }, (_, n) => n),
      (n) => n / 4,
    )
    return { ...opened, received }
  }

  test('for a program; the others wait', async () => {
    const { runAt, received } = await openMany('webhook')
    await runAt(100)
    expect(received).toHaveLength(10)
    await runAt(109)
    expect(received).toHaveLength(10)
    await runAt(111)
    expect(received).toHaveLength(20)
  })

  test('for a chat; then it gets one of all that is over, and of all that is new', async () => {
    const { runAt, received, end } = await openMany('slack')
    for (let quarter = 0; quarter < 20; quarter++) await runAt(5 + quarter / 4)
    expect(received).toHaveLength(10)
    await end('inc_0', 14)
    await runAt(14.9)
    expect(received).toHaveLength(10)
    await runAt(16)
    const texts = received.slice(10).map(({ body }) => JSON.parse(body).text)
    expect(texts.sort()).toEqual([
      expect.stringMatching(/^Alert: (.*\n){10}and 10 more$/),
      expect.stringMatching(/^Resolved: Screen is back/),
    ])
  })
})

test('messages are deleted with their incidents, 400 days after these are over', async () => {
  const { url } = await startReceiver()
  const { database, open, end, runAt, goTo, clock, messages } = await openAlerts(route('hook', { url }))
  await open(lobby)
  await open({ id: 'inc_hall', kind: 'device', subject: 'hall' })
  await runAt(15)
  await end('inc_lobby', 60)
  await runAt(62)
  const job = retentionJob(database, clock, incidentRetention)
  const days = (count: number) => count * 24 * 60
  goTo(days(400) + 59)
  expect(await job.isDue()).toBe(false)
  goTo(days(400) + 61)
  expect(await job.isDue()).toBe(true)
  const run = () => job.run(createWriteQueue(database).write, new AbortController().signal)
  await run()
  await runAt(days(400) + 63)
  expect(await messages()).toHaveLength(2)
  expect(await job.isDue()).toBe(true)
  await run()
  expect(await messages()).toMatchObject([{ kind: 'opened' }])
  expect(await job.isDue()).toBe(false)
})

test('a mute is deleted 400 days after its end, without an incident, and without its device', async () => {
  const { database, goTo, clock } = await openAlerts()
  await database.batch([
    putMuteStatement('device', 'removed', at(60)),
    putMuteStatement('device', 'lobby', at(62)),
  ])
  const job = retentionJob(database, clock, incidentRetention)
  goTo(400 * 24 * 60 + 60)
  expect(await job.isDue()).toBe(false)
  goTo(400 * 24 * 60 + 61)
  expect(await job.isDue()).toBe(true)
  await job.run(createWriteQueue(database).write, new AbortController().signal)
  expect(await database.all({ sql: 'SELECT subject_id FROM alert_mutes' })).toEqual([{ subject_id: 'lobby' }])
  expect(await job.isDue()).toBe(false)
})
