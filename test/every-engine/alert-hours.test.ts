import { expect, test } from 'vitest'
import { DAYS } from '../../src/device/sites/schema.ts'
import { route } from '../support/alerts.ts'
import { device, KEY } from '../support/documents.ts'
import { playMonth } from '../support/month.ts'
import { minuteTextOf, type Span } from '../support/month-steps.ts'
import { startRecorder } from '../support/told.ts'

/* A night around a site that is open from 8:00 to 22:00, with screens that are switched off before it closes, and after. */

const OFF: Readonly<Record<string, string>> = {
  'a few minutes before': '21:58',
  'ten minutes before': '21:50',
  'just long enough to be noticed': '21:54',
  'half an hour before': '21:30',
  'after closing': '22:05',
}
const IDS = ['on', 'also on', ...Object.keys(OFF)]
const HOURS = { windows: [{ days: [...DAYS], from: '08:00', to: '22:00' }], exceptions: [] }

const DOCUMENT = {
  users: [{ id: 'ops', name: 'Operations' }],
  sites: [{ id: 'quay', name: 'Quay', timezone: 'UTC', hours: HOURS }],
  devices: IDS.map((id) =>
    device(id, {
      ...{ name: id, site: 'quay', last_heartbeat_at: '2026-10-14T21:25:00Z' },
      access: [{ user: 'ops', level: 'update' }],
    }),
  ),
  apiKeys: [{ key: KEY, name: 'screens', user: 'ops', scopes: ['device:heartbeat'], menus: [] }],
}

/** @param closely when to look often, in the morning */
async function playNight(delay_seconds: number | null, ...closely: readonly Span[]) {
  let trueMs = 0
  const { told, urlOf } = await startRecorder({ hook: 'webhook' }, () => trueMs)
  const month = {
    ...{ from: '10-14 21:25', to: '10-15 08:45', document: DOCUMENT },
    routes: [route('hook', { url: urlOf('hook'), delay_seconds })],
    secondOf: new Map(IDS.map((id) => [id, 0])),
    silences: Object.entries(OFF).map(([id, time]) => ({
      ...{ ids: [id], last: `10-14 ${time}`, first: '10-15 12:00' },
    })),
    ...{ troubles: [], deeds: [], closely },
    slowly: ['10-14 21:25', '10-14 21:26'] as const,
  }
  await playMonth(month, (nowMs) => (trueMs = nowMs))
  const opened = told.filter(({ line }) => line.startsWith('Offline'))
  return Object.fromEntries(
    opened.map(({ atMs, line }) => [/^Offline: (.*) at Quay/.exec(line)?.[1], minuteTextOf(atMs)]),
  )
}

test('the delay of an alert counts minutes in which the site is open, and all of it after its opening', async () => {
  expect(await playNight(null, ['10-15 07:59', '10-15 08:16'])).toEqual({
    'a few minutes before': '10-15 08:15',
    'just long enough to be noticed': '10-15 08:15',
    'ten minutes before': '10-15 08:15',
    'half an hour before': '10-14 21:45',
    'after closing': '10-15 08:15',
  })
})

test('a longer delay goes on in the morning, and leaves screens a quarter of an hour to come back', async () => {
  expect(await playNight(40 * 60, ['10-15 08:14', '10-15 08:16'], ['10-15 08:29', '10-15 08:41'])).toEqual({
    'a few minutes before': '10-15 08:38',
    'just long enough to be noticed': '10-15 08:34',
    'ten minutes before': '10-15 08:30',
    'half an hour before': '10-15 08:15',
    'after closing': '10-15 08:40',
  })
})
