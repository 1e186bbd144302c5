import { describe, expect, test } from 'vitest'
import { signageByEngine as signage } from '../support/commands.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { device } from '../support/documents.ts'

const quay = {
  id: 'quay',
  name: 'Quay',
  timezone: 'America/Los_Angeles',
  hours: {
    windows: [{ days: ['fri', 'sat'], from: '17:00', to: '02:00' }],
    exceptions: [{ date: '2026-12-25', windows: [] }],
  },
}
const station = { id: 'station', name: 'Station', timezone: 'Europe/Paris', hours: null }
const document = {
  users: [{ id: 'ops', name: 'Operations' }],
  sites: [quay, station],
  devices: [device('one', { site: 'quay' }), device('two', { site: 'quay' }), device('three')],
}

/** A new database with this content, and what commands do with it. */
async function create(content: object = document) {
  const environment = { DATABASE_URL: await newDatabaseToOpen() }
  const run = (...args: string[]) => signage(args, { environment })
  const put = (value: object, ...args: string[]) =>
    signage([...args, '-'], { environment, input: JSON.stringify(value) })
  expect((await put(content, 'import')).code).toBe(0)
  const exported = async () => JSON.parse((await run('export')).stdout)
  const siteOf = async (id: string) => JSON.parse((await run('devices', 'show', id, '--json')).stdout).site
  return { run, put, exported, siteOf }
}

describe('signage sites', () => {
  test('add and list', async () => {
    const { run, exported } = await create()
    const added = await run('sites', 'add', 'attic', '--timezone', 'Asia/Kolkata')
    expect(added).toEqual({ code: 0, stdout: '', stderr: 'Added the site attic.\n' })
    await run('sites', 'add', 'bar', '--name', 'The Bar', '--timezone', 'UTC')
    expect(await run('sites', 'list')).toEqual({
      code: 0,
      stdout:
        'ID       NAME     TIME ZONE            DEVICES  OPEN\n' +
        'attic    attic    Asia/Kolkata         0        always\n' +
        'bar      The Bar  UTC                  0        always\n' +
        'quay     Quay     America/Los_Angeles  2        fri sat 17:00-02:00, 1 other date\n' +
        'station  Station  Europe/Paris         0        always\n',
      stderr: '',
    })
    expect(JSON.parse((await run('sites', 'list', '--json')).stdout)[2]).toEqual({ ...quay, devices: 2 })
    expect((await exported()).sites[1]).toEqual({ id: 'bar', name: 'The Bar', timezone: 'UTC', hours: null })
  })

  test.each([
    [[], [], 'never'],
    [
      [['mon', 'tue', 'wed', 'fri', 'sat', 'sun'], ['thu']],
      ['2026-12-24', '2026-12-25'],
      'mon tue wed fri sat sun 07:00-23:00, thu 07:00-23:00, 2 other dates',
    ],
  ])('list shows opening hours: %j %j', async (weeks, dates, text) => {
    const windows = weeks.map((days) => ({ days, from: '07:00', to: '23:00' }))
    const exceptions = dates.map((date) => ({ date, windows: [] }))
    const { run } = await create({ sites: [{ ...station, hours: { windows, exceptions } }] })
    expect((await run('sites', 'list')).stdout).toMatch(new RegExp(` 0 +${text}\n$`))
  })

  test('adds no site twice, and none without a time zone', async () => {
    const { run, exported } = await create()
    const again = await run('sites', 'add', 'quay', '--timezone', 'UTC')
    expect(again).toEqual({ code: 1, stdout: '', stderr: 'There is already a site quay.\n' })
    const { code, stderr } = await run('sites', 'add', 'new')
    expect([code, stderr]).toEqual([2, expect.stringContaining('--timezone')])
    expect((await exported()).sites).toEqual([quay, station])
  })
})

describe('signage devices set-site', () => {
  test('moves a device to a site, or to none', async () => {
    const { run, siteOf } = await create()
    const moved = await run('devices', 'set-site', 'three', 'station')
    expect(moved).toEqual({ code: 0, stdout: '', stderr: 'three is at the site station now.\n' })
    expect(await siteOf('three')).toBe('station')
    expect((await run('devices', 'show', 'three')).stdout).toMatch(/^site +station$/m)
    const removed = await run('devices', 'set-site', 'three', '--none')
    expect(removed).toEqual({ code: 0, stdout: '', stderr: 'three is at no site now.\n' })
    expect(await siteOf('three')).toBeNull()
    expect(await siteOf('one')).toBe('quay')
  })

  test.each([
    [['three', 'ghost'], 1, 'There is no site ghost: "signage sites list" shows all ids.'],
    [['ghost', 'quay'], 1, 'There is no device ghost: "signage devices list" shows all ids.'],
    [['one'], 2, "Name one site, or add '--none'."],
    [['one', 'station', '--none'], 2, "Name one site, or add '--none'."],
  ])('%j changes nothing, and says why', async (args, code, sentence) => {
    const { run, siteOf } = await create()
    const result = await run('devices', 'set-site', ...args)
    expect([result.code, result.stderr.split('\n')[0]]).toEqual([code, sentence])
    expect([await siteOf('one'), await siteOf('three')]).toEqual(['quay', null])
  })
})

describe('an import file with sites', () => {
  test('is counted, shown by --dry-run, and equal to what is stored whatever the order of its fields', async () => {
    const { put } = await create()
    const reordered = {
      ...quay,
      hours: {
        exceptions: [{ windows: [], date: '2026-12-25' }],
        windows: [{ to: '02:00', from: '17:00', days: ['fri', 'sat'] }],
      },
    }
    expect((await put({ ...document, sites: [reordered, station] }, 'import')).stderr).toBe(
      'Imported 1 user, 2 sites, 3 devices, 0 menus and 0 API keys. Nothing has changed.\n',
    )
    const changed = [
      { ...quay, hours: null },
      { ...station, name: 'Main Station', timezone: 'UTC' },
      { ...station, id: 'new' },
    ]
    const devices = [device('one', { site: 'new' })]
    expect(await put({ sites: changed, devices }, 'import', '--dry-run')).toMatchObject({
      code: 0,
      stdout:
        'site Quay (quay)  hours changed\n' +
        'site Main Station (station)  name Station → Main Station, timezone Europe/Paris → UTC\n' +
        '+ site Station (new)\n' +
        'device Front Lobby (one)  site quay → new\n' +
        'Sites: 1 added, 2 changed. Devices: 1 changed.\n',
    })
  })

  test('need not contain the sites of its devices if they are stored', async () => {
    const { put, siteOf } = await create()
    expect((await put({ devices: [device('three', { site: 'station' })] }, 'import')).code).toBe(0)
    expect(await siteOf('three')).toBe('station')
    const { code, stderr } = await put({ devices: [device('three', { site: 'ghost' })] }, 'import')
    expect([code, stderr]).toEqual([
      1,
      'standard input: /devices/0/site: must be the id of a site, got "ghost"\n',
    ])
  })

  test('takes the site from a device that leaves it out, as it does with other fields', async () => {
    const { put, siteOf } = await create()
    await put({ devices: [device('one')] }, 'import')
    expect([await siteOf('one'), await siteOf('two')]).toEqual([null, 'quay'])
  })

  test('keeps the devices of sites that it replaces', async () => {
    const { put, siteOf } = await create()
    await put({ sites: [{ ...quay, name: 'Quayside' }] }, 'import')
    expect(await siteOf('one')).toBe('quay')
  })
})
