import {
  closeSync,
  ftruncateSync,
  openSync,
  type ReadSyncOptions,
  readSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readImportFiles } from '../src/documents/read-import-files.ts'
import type { ImportSource } from '../src/documents/source.ts'
import { importFile } from '../src/formats/import-any-format.ts'
import { findRepeatedFields } from '../src/lib/json/repeated-fields.ts'
import { exported, openMemory, temporaryFolder } from './support/database.ts'
import { device, group, menu } from './support/documents.ts'
import { replaceInFs } from './support/replace-in-fs.ts'
import { NOW } from './support/service.ts'

const folder = temporaryFolder()
const file = join(folder, 'document.json')
const database = await openMemory()
afterAll(() => database.close())

const clock = () => NOW
function put(content: string | Buffer) {
  writeFileSync(file, content)
  return importFile(database, file, { as: 'document', clock })
}

/** The errors of a file that is rejected. The database must stay as it was. */
async function errorsOf(content: string | Buffer): Promise<string[]> {
  const before = await exported(database)
  const error: unknown = await put(content).catch((reason: unknown) => reason)
  expect(await exported(database)).toBe(before)
  expect(error).toMatchObject({ name: 'ImportError' })
  return (error as Error).message.split('\n')
}

// Some file systems write a file to the disk when it is closed after it was emptied. So it stays open.
const descriptor = openSync(join(folder, 'events.json'), 'w+')
afterAll(() => closeSync(descriptor))

/** Called once, before the next part of any file is read. */
let onRead: (() => void) | undefined

/** How many bytes of it are read at once: a disk may always return fewer than were asked for. */
let chunkBytes = Number.POSITIVE_INFINITY
const read = readSync
afterAll(
  replaceInFs({
    readSync(file: number, buffer: Buffer, { length = buffer.length, ...rest }: ReadSyncOptions) {
      const change = onRead
      onRead = undefined
      change?.()
      return read(file, buffer, {
        ...rest,
        length: file === descriptor ? Math.min(length, chunkBytes) : length,
      })
    },
  }),
)

/** What is read of a file, so many bytes at a time. */
function sourceOf(content: string | Buffer, mostBytes = Number.POSITIVE_INFINITY): ImportSource | undefined {
  chunkBytes = mostBytes
  ftruncateSync(descriptor)
  writeSync(descriptor, Buffer.from(content), 0, undefined, 0)
  return readImportFiles([{ name: 'events.json', descriptor }])[0]
}

describe('a file with an error changes nothing, and the message says where the error is', () => {
  test.each([
    ['{"a": x}', 1, 7],
    ['{"apiKeys": [\n  {"key": "secret" "name": 1}]}', 2, 20],
    ['{"users": [', 1, 12],
    ['', 1, 1],
    ['{"a": "b\nc"}', 1, 7],
    ["{'a': 1}", 1, 2],
    ['\ufeff{"é💥": [1, }', 1, 13],
    ['{"users": [{"id": "a]}\n', 1, 19],
    ['{"users": -', 1, 11],
  ])('invalid JSON: %j, line %i, column %i', async (text, line, column) => {
    expect(await errorsOf(text)).toEqual([
      `${file}: must be JSON, but is not at line ${line}, column ${column}`,
    ])
  })

  test('a field that is given thousands of times, in objects that nest deep, is named a hundred times at most', () => {
    const fields = '"a":1,'.repeat(5000)
    const text = `${'{"b":'.repeat(900)}{${fields}"a":1}${'}'.repeat(900)}`
    expect(findRepeatedFields(text)).toHaveLength(100)
  })

  test('invalid JSON after 100,000 lines', async () => {
    const text = `{"users": [${'\n'.repeat(100_000)}}`
    expect(await errorsOf(text)).toEqual([`${file}: must be JSON, but is not at line 100001, column 1`])
  })

  test('bytes that are not UTF-8, anywhere in the file', async () => {
    for (const before of ['', '"', '{}', '{"users": [{"', `{"users":[]}${' '.repeat(2_000_000)}`]) {
      for (const bytes of [[0xff], [0xe2, 0x82], [0xed, 0xa0, 0x80]]) {
        const content = Buffer.concat([Buffer.from(before), Buffer.from(bytes)])
        expect(await errorsOf(content)).toEqual([`${file}: must be text in UTF-8`])
      }
    }
  })

  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`

  test.each([
    ['a repeated section', '{"users": [], "devices": [], "users": []}', '/users: must be given once'],
    [
      'a repeated field',
      '{"menus": [{"id": "a", "name": "a"}, {"id": "m", "groups": [], "name": "m", "groups": [{"name": "g"}]}]}',
      '/menus/1/groups: must be given once',
    ],
    [
      'a repeated field in other spellings, deep in a menu',
      '{"menus": [{"id": "m", "name": "m", "groups": [{"name": "g"}, {"name": "g", "items": [{"name": "i", "n\\u0061me": "j"}]}]}]}',
      '/menus/0/groups/1/items/0/name: must be given once',
    ],
    ['a section that is an object', '{"users": {"a": [1, {}]}}', '/users: must be an array, got an object'],
    [
      'an array',
      '[[{}], 1]',
      '/: must be an object with users, sites, devices, menus or apiKeys, got an array',
    ],
    ['text', '"text"', '/: must be an object with users, sites, devices, menus or apiKeys, got text'],
    ['a million brackets in a member', `{"menus": [{}, ${deep}]}`, 'must not nest deeper than 256 levels'],
    ['a million brackets in an unknown field', `{"x": ${deep}}`, 'must not nest deeper than 256 levels'],
  ])('%s', async (_, text, error) => {
    expect(await errorsOf(text)).toContain(`${file}: ${error}`)
  })

  test('unknown users: each is reported once, the first 20 in the order of the file, and the rest are counted', async () => {
    const devices = Array.from({ length: 50 }, (_, n) =>
      device(`d${n}`, { access: [{ user: `ghost${n % 33}`, level: 'read' }] }),
    )
    const errors = await errorsOf(JSON.stringify({ devices, users: [{ id: 'ghost1', name: 'after all' }] }))
    expect(errors).toHaveLength(21)
    expect(errors[1]).toBe(`${file}: /devices/2/access/0/user: must be the id of a user, got "ghost2"`)
    expect(errors[19]).toBe(`${file}: /devices/20/access/0/user: must be the id of a user, got "ghost20"`)
    expect(errors[20]).toBe('… and 12 more errors.')
  })

  test('a hundred thousand unknown fields: the first are named, and all are counted', async () => {
    const fields = Array.from({ length: 100_000 }, (_, n) => `"x${n}":0`).join()
    const notes: unknown[] = []
    writeFileSync(file, `{"users":[{"id":"u","name":"u",${fields}}],"__proto__":{},${fields}}`)
    const onUnknownFields = (pointers: readonly string[], count: number) => notes.push(pointers[0], count)
    await importFile(database, file, { onUnknownFields })
    expect(notes).toEqual(['/users/0/x0', 200_001])
  })

  test('a hundred thousand errors in one menu are counted', async () => {
    const items = Array.from({ length: 100_000 }, () => ({ name: 1 }))
    const errors = await errorsOf(JSON.stringify({ menus: [menu('m', { groups: [group('g', { items })] })] }))
    expect(errors.at(-1)).toBe('… and 99,980 more errors.')
  })

  test('a file that changes while it is read', () => {
    const source = { name: 'events.json', descriptor }
    const times = () => utimesSync(join(folder, 'events.json'), 1, 1)
    for (const change of [() => ftruncateSync(descriptor, 100), times]) {
      sourceOf('{}')
      onRead = change
      expect(() => readImportFiles([source])).toThrow('events.json: must not change while it is read')
    }
  })

  test.each([
    ['bytes', () => `"${'x'.repeat(128 * 1024 ** 2)}"`],
    ['values', () => `[${'0,'.repeat(6_000_000)}0]`],
  ])('a file with too many %s, which would not fit into memory', async (_, json) => {
    const [error] = await errorsOf(`{"x": ${json()}}`)
    expect(error).toMatch(/^The files of one import must not have more than .* in total/)
  })
})

test('very long text with emojis is read', async () => {
  const users = [{ id: '💥', unknown: '💥'.repeat(10_000_000), name: '💥'.repeat(1000) }]
  expect(await put(JSON.stringify({ users }))).toMatchObject({ users: 1 })
  await put(JSON.stringify({ users: [{ id: '💥', name: '' }] }))
})

test.each(['\\ufeff', '\ufeff'])('text that begins with a byte order mark keeps it: "%s"', (mark) => {
  expect(sourceOf(`\ufeff{"users": ["${mark}a"]}`, 1)?.document()).toEqual({ users: ['\ufeffa'] })
})

test('a field that is repeated in a member is an error, and __proto__ is a field like any other', () => {
  const source = sourceOf('{"users": [{"__proto__": {"a": 1}, "id": 1, "id": 2}]}')
  expect(source?.problems).toEqual([['/users/0/id', 'must be given once']])
  expect(source?.document()).toEqual({ users: [JSON.parse('{"__proto__": {"a": 1}, "id": 2}')] })
})
