import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { signage } from '../support/commands.ts'
import { newDatabaseToOpen, temporaryFolder } from '../support/database.ts'
import { workbookOf } from '../support/workbook.ts'

/* Device tables, as operators keep them in spreadsheets. */

const folder = temporaryFolder()
const MAC = 'c4:23:60:91:c0:01'

interface Device {
  readonly id: string
  readonly [field: string]: unknown
}

function write(name: string, content: string | Uint8Array | readonly string[]): string {
  const path = join(folder, name)
  writeFileSync(path, Array.isArray(content) ? content.join('\n') : (content as string | Uint8Array))
  return path
}

/** A database with two users, and commands for it. */
async function operator(document: object = { sites: SITES }) {
  const environment = { DATABASE_URL: await newDatabaseToOpen() }
  const run = (...args: string[]) => signage(args, { environment })
  const users = [
    { id: 'anna', name: 'Anna' },
    { id: 'ben', name: 'Ben' },
  ]
  expect(await run('import', write('start.json', JSON.stringify({ users, ...document })))).toMatchObject({
    code: 0,
  })
  const exported = async () => JSON.parse((await run('export')).stdout)
  return {
    run,
    exported,
    devices: async (): Promise<readonly Device[]> => (await exported()).devices,
    importList: (lines: readonly string[], ...options: string[]) =>
      run('import', write('screens.csv', lines), '--as', 'devices', ...options),
  }
}

const SITES = [
  { id: 'harbour', name: 'Harbour', timezone: 'Europe/London' },
  { id: 'market', name: 'Market', timezone: 'Europe/Berlin' },
]
const STORED = {
  sites: [{ id: 'pier', name: 'The Pier', timezone: 'Europe/London' }],
  devices: [
    {
      id: MAC,
      name: 'Counter left',
      timezone: 'Europe/London',
      site: 'pier',
      screen_resolution: '1080x1920',
      screen_orientation: 'left',
      registered_at: '2024-03-21T17:51:45.732391Z',
      last_heartbeat_at: '2024-03-22T17:51:45Z',
      offline_startup: true,
      offline_startup_delay_minutes: 3,
      open_dev_tools: true,
      created_at: '2024-03-21T17:51:45.705690Z',
      updated_at: '2024-03-21T17:51:45.705690Z',
      access: [{ user: 'anna', level: 'update' }],
    },
  ],
}

const HEADINGS = 'Screen,MAC address,Restaurant,Time zone,Resolution,Orientation,Users'
const LIST = [
  HEADINGS,
  'Counter left,C4-23-60-91-C0-01,Harbour,Europe/London,1920 × 1080,Landscape,',
  '"Counter, right",c4236091c002,harbour,,1080X1920 px,left,anna; ben: update',
  'Window,c423.6091.C003,Market,Europe/Berlin,,,Anna Maria',
]

describe('a device table', () => {
  test('makes devices, at sites by their ids or names, with their time zones unless others are given', async () => {
    const { importList, devices, run } = await operator()
    const lines = LIST.map((line) => line.replace('Anna Maria', 'ben: publish'))
    expect(await importList(lines)).toMatchObject({ code: 0 })
    expect(await devices()).toMatchObject([
      {
        ...{ id: MAC, name: 'Counter left', timezone: 'Europe/London', site: 'harbour', access: [] },
        ...{
          screen_resolution: '1920x1080',
          screen_orientation: 'landscape',
          offline_startup_delay_minutes: 5,
        },
      },
      {
        ...{ id: 'c4:23:60:91:c0:02', name: 'Counter, right', site: 'harbour', timezone: 'Europe/London' },
        ...{ screen_resolution: '1080x1920', screen_orientation: 'left' },
        access: [
          { user: 'anna', level: 'read' },
          { user: 'ben', level: 'update' },
        ],
      },
      {
        ...{ id: 'c4:23:60:91:c0:03', timezone: 'Europe/Berlin', site: 'market' },
        ...{ screen_resolution: '1920x1080', screen_orientation: 'normal' },
        access: [{ user: 'ben', level: 'publish' }],
      },
    ])
    expect((await run('import', join(folder, 'screens.csv'), '--as', 'devices')).stderr).toContain(
      'Nothing has changed.',
    )
  })

  test.each([
    'c4:23:60:91:c0:01',
    'C4:23:60:91:C0:01',
    'C4-23-60-91-C0-01',
    'c4236091c001',
    'C4236091C001',
    'c423.6091.c001',
    ' c4:23:60:91:c0:01 ',
    'C4 23 60 91 C0 01',
    'c4–23–60–91–c0–01',
  ])('names a device that exists: %j', async (spelling) => {
    const { importList, devices } = await operator(STORED)
    expect(await importList(['MAC,Name', `${spelling},Window`])).toMatchObject({ code: 0 })
    const [device] = STORED.devices
    expect(await devices()).toEqual([{ ...device, published_at: null, name: 'Window' }])
  })

  test.each(['-', 'none', 'Ohne', 'N/A'])(
    'keeps what it has no column for, and clears the site with %s',
    async (none) => {
      const { importList, devices } = await operator(STORED)
      const result = await importList(['ID,Site,Users,Resolution,Time zone', `${MAC},${none},,,`])
      expect(result).toMatchObject({ code: 0 })
      const [device] = STORED.devices
      expect(await devices()).toEqual([{ ...device, published_at: null, site: null, access: [] }])
    },
  )

  test.each(['pier', 'PIER', 'The Pier', 'the pier'])('finds a site by id or name: %s', async (site) => {
    const { importList, devices, exported } = await operator(STORED)
    expect(await importList(['ID,Name,Location', `door,Door,${site}`])).toMatchObject({ code: 0 })
    expect((await exported()).sites).toHaveLength(1)
    expect((await devices())[1]).toMatchObject({ id: 'door', site: 'pier', timezone: 'Europe/London' })
  })

  test('makes sites that do not exist, with the time zone of their devices', async () => {
    const { importList, devices, exported } = await operator(STORED)
    const lines = [
      'ID,Name,Site,Time zone',
      'a,A,Quay 7,Europe/Oslo',
      'b,B,quay 7,',
      'c,C,QUAY 7,Europe/Oslo',
    ]
    expect(await importList(lines)).toMatchObject({ code: 0 })
    expect((await exported()).sites).toMatchObject([
      { id: 'pier' },
      { id: 'quay-7', name: 'Quay 7', timezone: 'Europe/Oslo' },
    ])
    const added = (await devices()).filter(({ id }: { id: string }) => ['a', 'b', 'c'].includes(id))
    expect(added).toHaveLength(3)
    for (const device of added) expect(device).toMatchObject({ site: 'quay-7', timezone: 'Europe/Oslo' })
  })

  test('is shown by --dry-run, which changes nothing', async () => {
    const { importList, exported } = await operator(STORED)
    const before = await exported()
    const lines = ['MAC,Site,Time zone', 'C4236091C001,Quay,Europe/Paris']
    const changes = ['+ site Quay (quay)', 'timezone Europe/London → Europe/Paris', 'site pier → quay']
    const dryRun = await importList(lines, '--dry-run')
    for (const change of changes) expect(dryRun.stdout).toContain(change)
    expect(await exported()).toEqual(before)
  })

  test('columns are named with --column', async () => {
    const { importList, devices } = await operator()
    const lines = ['Was,Wo,Nummer,Uhr', `Tür,Market,${MAC},Europe/Berlin`]
    const columns = ['id=Nummer', 'name=Was', 'site=Wo', 'time zone=Uhr'].flatMap((name) => [
      '--column',
      name,
    ])
    expect(await importList(lines, ...columns)).toMatchObject({ code: 0 })
    expect(await devices()).toMatchObject([
      { id: MAC, name: 'Tür', site: 'market', timezone: 'Europe/Berlin' },
    ])
  })

  test('is read from a workbook', async () => {
    const { run, devices } = await operator()
    const rows = [
      ['Our screens'],
      ['Name', 'MAC', 'Site', 'Timezone'],
      ['Door', 'C423.6091.C001', 'Market', 'Europe/Berlin'],
    ]
    const path = write('screens.xlsx', await workbookOf([{ name: 'Screens', rows }]))
    expect(await run('import', path, '--as', 'devices')).toMatchObject({ code: 0 })
    expect(await devices()).toMatchObject([
      { id: MAC, name: 'Door', site: 'market', timezone: 'Europe/Berlin' },
    ])
  })
})

describe('what is wrong with a device table', () => {
  test('is said with its row, all at once, and nothing is imported', async () => {
    const { importList, exported } = await operator(STORED)
    const before = await exported()
    const lines = [
      'Name,MAC,Site,Timezone,Resolution,Users',
      'A,c4:23:60:91:c0:01,The Pier,Europe/Paris,Full HD,zoe',
      'B,C4-23-60-91-C0-01,Quay,London,,',
      'C,4.2361E+11,Quay,EST,,',
      'D,c4236091000,Quay,Europe/Oslo,,',
      ',c42360910009,quay,Europe/Rome,,',
      'E,c42360910010,Gate,,,',
      'F,,,,,',
      'G,c42360910011,,,,',
      `H,c42360910012,${'x'.repeat(1200)},Europe/Oslo,,`,
    ]
    const { code, stderr } = await importList(lines)
    expect(code).toBe(1)
    for (const problem of [
      'row 3, column MAC: must be given once, but ',
      'row 4, column MAC: must not be shortened by the spreadsheet',
      'row 5, column MAC: must be a MAC address such as c4:23:60:91:c0:01, got "c4236091000"',
      'row 8, column MAC: must be the id or MAC address of the device: fill it in',
      'row 3, column Timezone: must be an IANA time zone such as Europe/Paris, got "London"',
      'row 4, column Timezone: must be an IANA time zone such as Europe/Paris, got "EST"',
      'row 8, column Site: must not be empty: write the site in each row',
      'row 2, column Timezone: must be one time zone for the site The Pier, which has Europe/London, got "Europe/Paris"',
      'row 6, column Timezone: must be one time zone for the site Quay, which has Europe/Oslo, got "Europe/Rome"',
      'row 7, column Site: must be a site that exists, or have its time zone in its first row, got "Gate"',
      'row 2, column Resolution: must be width x height such as 1920x1080, got "Full HD"',
      'row 6, column Name: must be the name of the device, which is new',
      'row 9, column Timezone: must be an IANA time zone such as Europe/Paris for a new device: fill it in',
      'row 10, column Site: must have at most 1,000 bytes',
    ])
      expect(stderr).toContain(problem)
    expect(stderr).not.toContain('/sites')
    expect(await exported()).toEqual(before)
  })

  test.each([
    [
      ['Name,Site,Time zone', 'Door,Quay,Europe/Paris'],
      'has no column that is known to be the id: name it with --column id=',
    ],
    [
      ['Name,ID,MAC', 'Door,a,c4236091c001'],
      'several columns that could be the id, such as MAC: name one with --column',
    ],
    [['MAC,Name,Name', 'c4236091c001,Door,Bar'], 'several columns that could be the name, such as Name'],
    [['Category,Item,Price', 'Soups,Stew,12'], 'has headings that are not known (Category, Item, Price)'],
    [['[{"id":"a"}]'], 'row 1: has a quote in the wrong place'],
    [['MAC,Name', 'c4236091c001,Door,left'], 'row 2: must not have more cells than there are headings'],
  ])('is said of the file: %j', async (lines, problem) => {
    const { importList, devices } = await operator()
    const { code, stderr } = await importList(lines)
    expect(code).toBe(1)
    expect(stderr).toContain(problem)
    expect(await devices()).toEqual([])
  })

  test('a column that is not known is refused, unless it is left out', async () => {
    const { importList } = await operator(STORED)
    const lines = ['MAC,Notes', `${MAC},ladder`]
    const { code, stderr } = await importList(lines)
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'has headings that are not known (Notes): say what each is with --column',
      ),
    })
    expect(await importList(lines, '--ignore', 'Notes')).toMatchObject({ code: 0 })
  })

  test('users that do not exist are refused', async () => {
    const { importList } = await operator()
    const { code, stderr } = await importList(['ID,Name,Time zone,Users', 'd,Door,Europe/Paris,anna; zoe'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/row 2, column Users: must be users that exist, got "zoe"/)
  })

  test('several sites of one name are named by their ids', async () => {
    const sites = ['a', 'b'].map((id) => ({ id, name: 'Quay', timezone: 'Europe/Paris' }))
    const { importList } = await operator({ sites })
    const { stderr } = await importList(['ID,Name,Site', 'door,Door,Quay'])
    expect(stderr).toContain(
      'row 2, column Site: must be one site, but several are called "Quay": write one of the ids a, b',
    )
  })
})

test.each(['C4-23-60-91-C0-01', 'C4:23:60:91:C0:01', 'c423.6091.c001'])(
  'an import file that spells a MAC address as %s changes the device',
  async (id) => {
    const { run, devices } = await operator(STORED)
    const path = write(
      'more.json',
      JSON.stringify({ devices: [{ id, name: 'New', timezone: 'Europe/Rome' }] }),
    )
    expect(await run('import', path)).toMatchObject({ code: 0 })
    expect(await devices()).toMatchObject([{ id: MAC, name: 'New' }])
    expect((await run('devices', 'show', id)).stdout).toContain(MAC)
  },
)

test.each([
  ['ID', '202411260001', '202411260001'],
  ['ID', 'c4236091c001', MAC],
  ['MAC', '202411260001', '20:24:11:26:00:01'],
])(
  'of twelve digits below %s, %s is the device %s: digits alone may be a serial number',
  async (heading, id, expected) => {
    const { run, devices } = await operator()
    const path = write('digits.csv', [`${heading},Name,Time zone`, `${id},Door,Europe/Rome`])
    expect(await run('import', path, '--as', 'devices')).toMatchObject({ code: 0 })
    expect(await devices()).toMatchObject([{ id: expected }])
  },
)

test.each([
  ['MAC address', '00:00:00:00:00:00'],
  ['ID', 'FF-FF-FF-FF-FF-FF'],
  ['ID', 'c4:23:60:91:c0:0'],
  ['ID', 'c4:23:60:91:c0:0l'],
])('below %s, %s is refused: no player has this address', async (heading, id) => {
  const { importList } = await operator()
  const { code, stderr } = await importList([`${heading},Name,Time zone`, `${id},Door,Europe/Rome`])
  expect(code).toBe(1)
  expect(stderr).toContain('must be a MAC address such as c4:23:60:91:c0:01')
})

test('the CSV of the fleet page changes nothing but what was edited in it', async () => {
  const own = { ...STORED.devices[0], id: 'own', site: null, timezone: 'Asia/Tokyo' }
  const { importList, devices } = await operator({ ...STORED, devices: [...STORED.devices, own] })
  const before = await devices()
  const lines = [
    'id,name,site,state,last_heartbeat_at,local_time_zone,uptime_24h,uptime_30d,reason,muted_until,screen_resolution',
    `${MAC},Counter left,The Pier,offline,2024-03-01T00:00:00Z,Europe/London,0.5,0.5,,,1080x1920`,
    'own,Renamed,-,offline,2024-03-01T00:00:00Z,Asia/Tokyo,0.5,0.5,,,1080x1920',
  ]
  expect(await importList(lines, '--ignore', '*')).toMatchObject({ code: 0 })
  expect(await devices()).toEqual(
    before.map((each) => (each.id === 'own' ? { ...each, name: 'Renamed' } : each)),
  )
})

test('two spellings of a MAC address in an import file are one device', async () => {
  const { run } = await operator()
  const devices = ['c4-23-60-91-c0-01', 'C4:23:60:91:C0:01'].map((id) => ({
    id,
    name: 'A',
    timezone: 'Europe/Rome',
  }))
  const file = write('twice.json', JSON.stringify({ devices }))
  const { code, stderr } = await run('import', file)
  expect(code).toBe(1)
  expect(stderr).toContain(`/devices/1/id: must be given once, but ${file}: /devices/0 has the same id`)
})

test.each([
  ['anna', 'anna: read'],
  ['ben : Publish| anna:read', 'anna: read, ben: publish'],
  ['anna: read, anna: update', 'anna: read, anna: update'],
  ['-', '-'],
])('users are written as %j', async (users, shown) => {
  const { importList, run } = await operator(STORED)
  expect(await importList(['MAC;Users', `${MAC};"${users}"`])).toMatchObject({ code: 0 })
  expect((await run('devices', 'show', MAC)).stdout).toMatch(new RegExp(`^access +${shown}$`, 'm'))
})
