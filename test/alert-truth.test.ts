import { type TestContext, test } from 'vitest'
import { MINUTE_MS } from './support/alerts.ts'
import { openTruth, silentMinutes, type Truth } from './support/truth.ts'

/*
 * What is told is true when it is told. Each story is played on a service in a process of its own; times and durations are judged
 * by the made-up month. They run beside each other, since most of the time they wait.
 */

const idsOf = (site: string, count: number) => Array.from({ length: count }, (_, n) => `${site}${n + 1}`)
const EIGHT = [...idsOf('a', 4), ...idsOf('b', 4)]
const TWO_SITES = { a: 4, b: 4 }
const BOTH = { chat: 'slack', program: 'webhook' } as const
const CHATS = { slack: 'slack', ntfy: 'ntfy', teams: 'teams', discord: 'discord' } as const
const PROGRAMS = { pager: 'pagerduty', hook: 'webhook' } as const

const offline = (id: string, others = '3 other screens there are online') =>
  `Offline: ${id.toUpperCase()} at Site ${id[0]}, since T (${others})`
const back = (id: string) => `${id.toUpperCase()} at Site ${id[0]} is back after a while, offline since T`

test.concurrent.for([
  ['three minutes', 3],
  ['one minute', 1],
] as const)(
  'a device that is silent for six minutes and back for %s, again and again, is told once, and once when it stays',
  async ([, on], context) => {
    const { expect } = context
    const truth = await openTruth(context, { sites: TWO_SITES, routes: BOTH })
    await truth.start()
    const CYCLES = 8
    for (let n = 0; n < CYCLES; n++) {
      await truth.live(6, ['a1'])
      await truth.live(on)
    }
    const expected = ['Unstable: A1 at Site a, 4 outages in an hour (3 other screens there are online)']
    expect([truth.told('chat'), truth.told('program')]).toEqual([expected, expected])
    await truth.pass(44)
    await truth.settle()
    expect([truth.told('chat'), truth.told('program')]).toEqual([expected, expected])
    await truth.live(19)
    expected.push(`A1 at Site a is stable again: ${CYCLES} outages from T to T`)
    expect([truth.told('chat'), truth.told('program')]).toEqual([expected, expected])
  },
)

test.concurrent('of three sites, each that fails on its own is told as that, and not as the feed', async (context) => {
  const { expect } = context
  const truth = await openTruth(context, { sites: { a: 5, b: 5, c: 5 }, routes: BOTH })
  const [a, b] = [idsOf('a', 5), idsOf('b', 5)]
  await truth.start()
  await truth.live(13, a)
  const expected = ['Site a: all 5 screens are offline since T']
  expect(truth.told('chat')).toEqual(expected)
  await truth.live(28, a)
  await truth.live(13, [...a, ...b])
  expected.push('Site b: all 5 screens are offline since T')
  expect(truth.told('chat')).toEqual(expected)
  await truth.live(10, [...a, ...b])
  await truth.live(18, [...a, ...b, 'c1'])
  expected.push(offline('c1', '4 other screens there are online'))
  expect(truth.told('chat')).toEqual(expected)
  await truth.live(6)
  for (const name of ['Site a', 'Site b', 'C1 at Site c'])
    expected.push(`${name} is back after a while, offline since T`)
  expect(truth.told('chat').sort()).toEqual([...expected].sort())
  expect(truth.told('program').sort()).toEqual([...expected].sort())
})

test.concurrent('the end of a site names what is still silent, which is then told on its own', async (context) => {
  const { expect } = context
  const truth = await openTruth(context, { sites: { a: 6, b: 4, c: 4 }, routes: BOTH })
  const site = idsOf('a', 6)
  const left = ['a2', 'a4', 'a5']
  await truth.start()
  await truth.live(13, site)
  const expected = ['Site a: all 6 screens are offline since T']
  expect([truth.told('chat'), truth.told('program')]).toEqual([expected, expected])
  await truth.pass(27, site)
  await truth.live(7, left)
  expected.push(
    '3 of 6 screens of Site a are back after a while, offline since T; still offline: A2, A4 and A5',
  )
  expect([truth.told('chat').slice(0, 2), truth.told('program').slice(0, 2)]).toEqual([expected, expected])
  await truth.live(13, left)
  await truth.live(6)
  expected.push(...left.map((id) => offline(id, '3 of 5 other screens there are online')), ...left.map(back))
  expect(truth.told('chat').sort()).toEqual([...expected].sort())
  expect(truth.told('program').sort()).toEqual([...expected].sort())
})

test.concurrent('the end of a feed does so, and what fails after it began is told on its own meanwhile', async (context) => {
  const { expect } = context
  const truth = await openTruth(context, { sites: { a: 5, b: 5, c: 5 }, routes: BOTH })
  const feed = [...idsOf('a', 5), ...idsOf('b', 5)]
  const others = '4 other screens there are online'
  await truth.start()
  await truth.live(7, feed)
  const expected = ['No heartbeat from 10 of 15 screens since T: the feed may be down']
  expect(truth.told('chat')).toEqual(expected)
  await truth.live(7, feed)
  await truth.live(18, [...feed, 'c1'])
  expected.push(offline('c1', others))
  expect(truth.told('chat')).toEqual(expected)
  // Eight of the ten are back.
  await truth.live(7, ['a4', 'b5', 'c1'])
  expected.push('8 of 10 screens are back after a while, missing since T; still offline: A4 and B5')
  expect(truth.told('chat').slice(0, 3)).toEqual(expected)
  await truth.live(13, ['a4', 'b5', 'c1'])
  await truth.live(6)
  expected.push(offline('a4', others), offline('b5', others), ...['a4', 'b5', 'c1'].map(back))
  expect(truth.told('chat').sort()).toEqual([...expected].sort())
  expect(truth.told('program').sort()).toEqual([...expected].sort())
})

/** What begins and ends a time in which no route may be told. */
const SILENCERS = {
  'in quiet hours': {
    begin: (truth: Truth) => setQuiet(truth, -2, 6),
    end: (truth: Truth) => setQuiet(truth, -8, -2),
  },
  'that is muted': {
    begin: (truth: Truth) =>
      truth.run(
        "INSERT INTO alert_mutes (kind, subject_id, until) SELECT 'route', id, ? FROM alert_routes",
        Date.now() + 6 * HOUR_MS,
      ),
    end: (truth: Truth) => truth.run('UPDATE alert_mutes SET until = ?', Date.now() - 1000),
  },
}
const HOUR_MS = 60 * MINUTE_MS

/** Sets quiet hours of all routes. @param from in hours from now */
function setQuiet(truth: Truth, from: number, to: number) {
  const clockIn = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(11, 16)
  return truth.run(
    "UPDATE alert_routes SET quiet_from = ?, quiet_to = ?, timezone = 'UTC'",
    clockIn(from),
    clockIn(to),
  )
}

test.concurrent.for(Object.entries(SILENCERS))(
  'a chat %s gets no further attempt, and later what is still true',
  async ([, { begin, end }], context) => {
    const { expect } = context
    const truth = await openTruth(context, { sites: TWO_SITES, routes: CHATS })
    const chats = Object.keys(CHATS)
    for (const chat of chats) truth.recorder.refuses.add(chat)
    await truth.start()
    await truth.live(18, ['a1', 'b1'])
    await expect.poll(() => truth.recorder.refusals.length).toBe(2 * chats.length)
    await truth.settle()
    truth.recorder.refuses.clear()
    await begin(truth)
    await makeDue(truth)
    await truth.live(6, ['a1', 'b1'])
    expect(truth.recorder.told).toEqual([])
    // One of the two is back before it ends.
    await truth.live(6, ['a1'])
    await end(truth)
    await truth.live(1, ['a1'])
    expect([truth.told('slack'), truth.told('ntfy')]).toEqual([[offline('a1')], [offline('a1')]])
    const told = truth.recorder.told.map(
      ({ route, line }) => `${route} ${line.includes('A1')} ${line.includes('B1')}`,
    )
    expect(told.sort()).toEqual(chats.map((chat) => `${chat} true false`).sort())
  },
)

test.concurrent.for(Object.entries(SILENCERS))(
  'a program %s is told at once of what is over, and of nothing new',
  async ([, { begin, end }], context) => {
    const { expect } = context
    const truth = await openTruth(context, { sites: TWO_SITES, routes: PROGRAMS })
    await truth.start()
    await truth.live(18, ['a1'])
    const [pager, hook] = [[offline('a1')], [offline('a1')]]
    expect([truth.told('pager'), truth.told('hook')]).toEqual([pager, hook])
    await begin(truth)
    await truth.live(18, ['b1'])
    pager.push(`over: ${offline('a1')}`)
    hook.push(back('a1'))
    expect([truth.told('pager'), truth.told('hook')]).toEqual([pager, hook])
    await end(truth)
    await truth.live(1, ['b1'])
    pager.push(offline('b1'))
    hook.push(offline('b1'))
    expect([truth.told('pager'), truth.told('hook')]).toEqual([pager, hook])
  },
)

/** The next attempt of each message is to be made now. */
function makeDue({ run }: Truth) {
  const sql = 'UPDATE alert_messages SET next_attempt_at = ? WHERE next_attempt_at IS NOT NULL'
  return run(sql, Date.now() - 1000)
}

test.concurrent('a device that is heard again just before its message is not told', async (context) => {
  const { expect } = context
  const truth = await openTruth(context, { sites: TWO_SITES, routes: BOTH })
  await truth.start()
  await truth.live(5.2, ['a1'])
  await truth.pass(14 - (await silentMinutes(truth, 'a1')), ['a1'])
  await truth.beat(EIGHT)
  // The message would be due since half a minute.
  await truth.passUnheard(1.5)
  await truth.settle()
  expect(truth.recorder.told).toEqual([])
  await truth.live(6)
  expect(truth.recorder.told).toEqual([])
})

test.concurrent('nor is one that is heard again before the next attempt to tell of it', async (context) => {
  const { expect } = context
  const truth = await openTruth(context, { sites: TWO_SITES, routes: { chat: 'slack' } })
  await refuseTwice(context, truth, ['a1'])
  await truth.beat(EIGHT)
  await makeDue(truth)
  await truth.settle()
  expect(truth.recorder.told).toEqual([])
  await truth.live(6)
  expect(truth.recorder.told).toEqual([])
})

test.concurrent('after a restart, a device is not told before it could be heard again', async (context) => {
  const { expect } = context
  const truth = await openTruth(context, { sites: TWO_SITES, routes: BOTH })
  await truth.start()
  await truth.live(12, ['a1', 'b1'])
  await truth.kill()
  await truth.makeOlder(6)
  await truth.run('UPDATE service_beats SET last_at = last_at - ?', 6 * MINUTE_MS)
  await truth.start()
  await truth.settle()
  expect(truth.recorder.told).toEqual([])
  await truth.beat(EIGHT.filter((id) => id !== 'b1'))
  await truth.live(7, ['b1'])
  expect([truth.told('chat'), truth.told('program')]).toEqual([[offline('b1')], [offline('b1')]])
})

test.concurrent('if only one of two devices is back before the next attempt, the other one is told', async (context) => {
  const { expect } = context
  const truth = await openTruth(context, { sites: TWO_SITES, routes: { chat: 'slack' } })
  await refuseTwice(context, truth, ['a1', 'b1'])
  await truth.live(6, ['b1'])
  await makeDue(truth)
  await truth.settle()
  expect(truth.told('chat')).toEqual([offline('b1')])
  await truth.live(6)
  expect(truth.told('chat')).toEqual([offline('b1'), back('b1')])
})

/** Lets devices fall silent until two attempts to tell a chat of it have failed. The next one is some minutes later. */
async function refuseTwice({ expect }: Pick<TestContext, 'expect'>, truth: Truth, silent: readonly string[]) {
  truth.recorder.refuses.add('chat')
  await truth.start()
  await truth.live(18, silent)
  await expect.poll(() => truth.recorder.refusals.length).toBe(2)
  await truth.settle()
  truth.recorder.refuses.clear()
}

const ROUTES = { chat: 'slack', phone: 'ntfy', program: 'webhook' } as const

test.concurrent('a device that was removed is not "back"', async (context) => {
  const { expect } = context
  const truth = await openTruth(context, { sites: TWO_SITES, routes: ROUTES })
  await truth.start()
  await truth.live(18, ['a1'])
  await truth.run("DELETE FROM devices WHERE id = 'a1'")
  await truth.settle()
  for (const id of Object.keys(ROUTES))
    expect(truth.told(id)).toEqual([offline('a1'), 'A1 was removed, offline since T'])
  expect(truth.recorder.told.map(({ title }) => title)).not.toContain('Back online')
})

test.concurrent('a site whose screens were all removed is not "back"', async (context) => {
  const { expect } = context
  const truth = await openTruth(context, { sites: { a: 3, b: 4, c: 4 }, routes: ROUTES })
  await truth.start()
  await truth.live(13, idsOf('a', 3))
  await truth.run("DELETE FROM devices WHERE site_id = 'a'")
  await truth.settle()
  for (const id of Object.keys(ROUTES))
    expect(truth.told(id)).toEqual([
      'Site a: all 3 screens are offline since T',
      'Site a: its screens were removed, offline since T',
    ])
  expect(truth.recorder.told.map(({ title }) => title)).not.toContain('Back online')
})

test.concurrent('an incident of thousands of devices is told whole, also if the process that stores it is killed', async (context) => {
  const { expect } = context
  const sites = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`s${n}-`, 150]))
  const truth = await openTruth(context, {
    ...{ sites, routes: BOTH },
    // At each site, a hundred are silent.
    heardMinutesAgo: (id) => (Number(id.split('-')[1]) <= 100 ? 5.1 : 0),
  })
  await truth.start()
  const anyMember = () => truth.database.get('SELECT 1 AS found FROM incident_devices LIMIT 1')
  await expect.poll(anyMember, { interval: 1 }).toBeDefined()
  await truth.kill()
  await truth.start()
  await truth.settle()
  const text = 'No heartbeat from 2,000 of 3,000 screens since T: the feed may be down'
  await expect.poll(() => [truth.told('chat'), truth.told('program')]).toEqual([[text], [text]])
})
