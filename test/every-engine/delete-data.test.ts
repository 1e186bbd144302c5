import { once } from 'node:events'
import { get as httpGet } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { afterTestFile } from '../support/clean-up.ts'
import { signageByEngine as signage, succeeded } from '../support/commands.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { device, group, item, KEY, menu, withBearer } from '../support/documents.ts'
import { codeBlocks } from '../support/markdown.ts'
import { startServer } from '../support/process.ts'

const DEVICE = 'c4:23:60:91:c0:6c'
const OTHER_KEY = 'b98b440c16414f9c8a8c3fc239ce84fe'
const document = {
  users: [
    { id: 'me', name: 'Me' },
    { id: 'ops', name: 'Operations' },
  ],
  sites: [{ id: 'quayside', name: 'Quay', timezone: 'Europe/Paris' }],
  devices: [device(DEVICE, { site: 'quayside', access: [{ user: 'ops', level: 'read' }] }), device('other')],
  menus: [
    menu('lunch', { groups: [group('Soups', { items: [item('Tomato')] })] }),
    menu('dinner', { groups: [group('Stews', { items: [item('Bean'), item('Lentil')] })] }),
  ],
  apiKeys: [
    { key: KEY, name: 'ops', user: 'ops', scopes: ['device:read'], menus: ['lunch', 'dinner'] },
    { key: OTHER_KEY, name: 'me', user: 'me', menus: ['lunch'] },
  ],
}

const environment = { DATABASE_URL: await newDatabaseToOpen() }
const run = (...args: string[]) => signage(args, { environment })
const put = () => signage(['import', '-'], { environment, input: JSON.stringify(document) })
expect((await put()).code).toBe(0)
for (const id of ['hook', 'chat'])
  await run('alerts', 'add', 'https://hooks.example', '--as', 'webhook', '--id', id, '--site', 'quayside')
const server = await startServer(environment)
afterTestFile(() => server.stop())

beforeAll(async () => void (await put()))

/** The command of the guide for a kind of data. */
function commandFor(kind: string): string[] {
  const blocks = codeBlocks('docs/how-to/rotate-keys-and-delete-data.md').filter(
    ({ language }) => language === 'sh',
  )
  const { code = '' } = blocks.find(({ code }) => code.startsWith(`signage ${kind} delete `)) ?? {}
  return code.trim().split(' ').slice(1)
}

const fetchWith = (path: string, headers: Record<string, string>) =>
  fetch(`${server.address}${path}`, { headers })
const withKey = (key: string) => ({ 'x-api-key': key })
const groupNames = async (key: string) => {
  const { groups } = await (await fetchWith('/v1/groups', withKey(key))).json()
  return groups.map(({ name }: { name: string }) => name)
}
const keyOf = async (user: string) => {
  const keys: { id: string; user: string }[] = JSON.parse((await run('keys', 'list', '--json')).stdout)
  return keys.find((key) => key.user === user)?.id ?? ''
}

describe('without --yes, where nobody can be asked, nothing is deleted, and the message says what would be', () => {
  test.each([
    [['menus', 'delete', 'dinner'], 'the menu dinner (dinner) with 1 group and 2 items, granted to 1 key'],
    [
      ['devices', 'delete', 'C4-23-60-91-C0-6C'],
      `the device ${DEVICE} (Front Lobby), with the access of 1 user`,
    ],
    [
      ['sites', 'delete', 'quayside'],
      'the site quayside (Quay), but not its 1 device, nor its 2 alert routes (chat, hook)',
    ],
    [['users', 'delete', 'ops'], 'the user ops with 1 key and access to 2 devices'],
  ])('%j', async (command, what) => {
    const before = (await run('export')).stdout
    const stderr = `This would delete ${what}: add --yes to confirm.\n`
    expect(await run(...command)).toEqual({ code: 1, stdout: '', stderr })
    expect((await run('export')).stdout).toBe(before)
  })
})

test.each([
  [['menus', 'delete', 'x'], 'There is no menu x: "signage menus list" shows all ids.'],
  [['devices', 'delete', 'x'], 'There is no device x: "signage devices list" shows all ids.'],
  [['sites', 'delete', 'x'], 'There is no site x: "signage sites list" shows all ids.'],
  [['users', 'delete', 'x'], 'There is no user x: "signage users list" shows all ids.'],
  [['keys', 'delete', 'key_0'], 'There is no key with the id key_0: "signage keys list" shows all ids.'],
])('%j names something that does not exist', async (command, sentence) => {
  expect(await run(...command, '--yes')).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` })
})

test('the devices of a deleted site stay', async () => {
  const before = await (await fetchWith('/devices', withBearer)).text()
  const deleted = await run(...commandFor('sites'))
  expect(deleted).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Deleted the site quayside \(Quay\), but not its 1 device, nor /),
  })
  expect(JSON.parse((await run('devices', 'show', DEVICE, '--json')).stdout).site).toBeNull()
  expect(await (await fetchWith('/devices', withBearer)).text()).toBe(before)
})

test('a deleted device is gone with the next request, and the others stay', async () => {
  expect((await fetchWith(`/devices/${DEVICE}`, withBearer)).status).toBe(200)
  const said = `Deleted the device ${DEVICE} (Front Lobby), with the access of 1 user.\n`
  expect(await run(...commandFor('devices'))).toEqual(succeeded(said))
  expect((await fetchWith(`/devices/${DEVICE}`, withBearer)).status).toBe(404)
  const list = await (await fetchWith('/devices', withBearer)).json()
  expect(list).toMatchObject({ total: 1, data: [{ id: 'other' }] })
})

test.each([
  ['site', 'quayside'],
  ['device', DEVICE],
])('a deleted %s that is added again is not muted', async (kind, id) => {
  await put()
  expect(await run('alerts', 'mute', `--${kind}`, id, '--for', '1h')).toMatchObject({ code: 0 })
  await run(`${kind}s`, 'delete', id, '--yes')
  await put()
  expect((await run('alerts', 'unmute', `--${kind}`, id)).stderr).toContain('not muted')
})

test('a deleted menu is gone with its groups and items, from open streams as well, and may be imported anew', async () => {
  expect(await groupNames(KEY)).toEqual(['Stews', 'Soups'])
  const events = await openStream('/v1/groups/stream', KEY)
  await events.until(/"Soups"/)
  const deleted = await run(...commandFor('menus'))
  const said = 'Deleted the menu lunch (lunch) with 1 group and 1 item, granted to 2 keys.\n'
  expect(deleted).toEqual(succeeded(said))
  expect(await groupNames(KEY)).toEqual(['Stews'])
  expect(await groupNames(OTHER_KEY)).toEqual([])
  await events.until(/event: groups.*event: groups(?!.*"Soups")/s)
  events.close()
  const input = JSON.stringify({ menus: [menu('lunch')] })
  expect((await signage(['import', '-'], { environment, input })).code).toBe(0)
  expect(JSON.parse((await run('menus', 'show', 'lunch', '--json')).stdout).groups).toEqual([])
})

test('only a revoked key can be deleted; an old file brings it back', async () => {
  await put()
  const id = await keyOf('me')
  const refused = await run('keys', 'delete', id, '--yes')
  const stderr = `${id} is not revoked: revoke it first with "signage keys revoke ${id}".\n`
  expect(refused).toEqual({ code: 1, stdout: '', stderr })
  await run('keys', 'revoke', id)
  await put()
  expect((await fetchWith('/v1/menus', withKey(OTHER_KEY))).status).toBe(401)
  const [group = '', command = '', , yes = ''] = commandFor('keys')
  expect(await run(group, command, id)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/revoked 2.*Z: add/),
  })
  expect(await run(group, command, id, yes)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(`Deleted the key ${id} (`),
  })
  expect(await keyOf('me')).toBe('')
  await put()
  expect((await fetchWith('/v1/menus', withKey(OTHER_KEY))).status).toBe(200)
})

test('a deleted user is gone with their keys, and an old file brings the keys back', async () => {
  await run('keys', 'revoke', await keyOf('me'))
  expect((await fetchWith('/v1/menus', withKey(OTHER_KEY))).status).toBe(401)
  const deleted = await run(...commandFor('users'))
  const stderr = 'Deleted the user me with 1 key and access to 0 devices.\n'
  expect(deleted).toMatchObject({ code: 0, stderr })
  expect((await fetchWith('/v1/menus', withKey(KEY))).status).toBe(200)
  await put()
  expect((await fetchWith('/v1/menus', withKey(OTHER_KEY))).status).toBe(200)
})

/** Opens a stream, and collects its text. */
async function openStream(path: string, key: string) {
  const sent = httpGet(`${server.address}${path}`, { headers: withKey(key), agent: false })
  const [response] = await once(sent, 'response')
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  return {
    until: (pattern: RegExp) => expect.poll(() => text).toMatch(pattern),
    close: () => void sent.destroy(),
  }
}
