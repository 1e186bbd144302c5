import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { fileSource } from '../src/transfer/file-source.ts'
import { importFile } from '../src/transfer/import.ts'
import { JsonFault, parseJson } from '../src/transfer/json.ts'
import { type DocumentEvent, valueSource } from '../src/transfer/source.ts'
import { exported, openMemory, temporaryFolder } from './support/database.ts'
import { device, group, menu } from './support/documents.ts'
import { NOW } from './support/service.ts'

const folder = temporaryFolder()
const file = join(folder, 'document.json')
const database = await openMemory()
afterAll(() => database.close())

const clock = () => NOW
function put(content: string | Buffer) {
  writeFileSync(file, content)
  return importFile(database, file, { clock })
}

async function faultsOf(content: string | Buffer): Promise<string[]> {
  const before = await exported(database)
  const error: unknown = await put(content).catch((reason: unknown) => reason)
  expect(await exported(database)).toBe(before)
  expect(error).toMatchObject({ name: 'DocumentError' })
  return (error as Error).message.split('\n')
}

/** What a walk finds in a file that is read so many bytes at a time. */
function walk(content: string | Buffer, chunkBytes?: number): DocumentEvent[] {
  writeFileSync(file, content)
  const descriptor = openSync(file, 'r')
  try {
    return [...fileSource(descriptor, { chunkBytes }).walk()]
  } finally {
    closeSync(descriptor)
  }
}

describe('a file with a fault changes nothing and names the place', () => {
  test.each([
    ['{"a": x}', 1, 7],
    ['{"apiKeys": [\n  {"key": "secret" "name": 1}]}', 2, 20],
    ['{"users": [\n\n  nul]}', 3, 6],
    ['{"users": [', 1, 12],
    ['', 1, 1],
    ['{}}', 1, 3],
    ['{"a": "b\nc"}', 1, 9],
    ["{'a': 1}", 1, 2],
    ['\ufeff{"é💥": [1, }', 1, 13],
    ['{"users": [{}, ]}', 1, 16],
    ['{"users": [{"id": "a]}\n', 1, 23],
  ])('JSON that is none: %j fails at line %i, column %i', async (text, line, column) => {
    expect(await faultsOf(text)).toEqual([`/: must be JSON, but is not at line ${line}, column ${column}`])
  })

  test('bytes that are no UTF-8, wherever they are, and whatever else is wrong', async () => {
    for (const before of ['"', '{}', '{"users": [x', `{"users":[]}${' '.repeat(2_000_000)}`]) {
      for (const bytes of [[0xff], [0xe2, 0x82], [0xed, 0xa0, 0x80]]) {
        const content = Buffer.concat([Buffer.from(before), Buffer.from(bytes)])
        expect(await faultsOf(content)).toEqual(['/: must be text in UTF-8'])
      }
    }
  })

  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`

  test.each([
    ['a part given twice', '{"users": [], "devices": [], "users": []}', '/users: must be given once'],
    ['a part that is no array', '{"users": {"a": [1, {}]}}', '/users: must be an array, got an object'],
    ['an array', '[[{}], 1]', '/: must be an object with users, devices, menus or apiKeys, got an array'],
    ['text', '"text"', '/: must be an object with users, devices, menus or apiKeys, got text'],
    [
      'a million brackets in a member',
      `{"menus": [${deep}]}`,
      '/menus/0: must not nest deeper than 256 levels',
    ],
    ['a million brackets where nobody looks', `{"x": ${deep}}`, '/: must not nest deeper than 256 levels'],
  ])('%s', async (_, text, fault) => {
    expect(await faultsOf(text)).toEqual([fault])
  })

  test('of references to what there is not the first 20, in the order of the file, and a count', async () => {
    const devices = Array.from({ length: 50 }, (_, n) =>
      device(`d${n}`, { access: [{ user: `ghost${n % 3}`, level: 'read' }] }),
    )
    const faults = await faultsOf(JSON.stringify({ devices, users: [{ id: 'ghost1', name: 'after all' }] }))
    expect(faults).toHaveLength(21)
    expect(faults[1]).toBe('/devices/2/access/0/user: must be the id of a user, got "ghost2"')
    expect(faults[19]).toBe('/devices/29/access/0/user: must be the id of a user, got "ghost2"')
    expect(faults[20]).toBe('… and 13 more faults.')
  })

  test('a million unknown fields: the first, and how many there are', async () => {
    const fields = Array.from({ length: 1_000_000 }, (_, n) => `"x${n}":0`).join()
    const notes: unknown[] = []
    writeFileSync(file, `{"users":[{"id":"u","name":"u",${fields}}],"__proto__":{},${fields}}`)
    const onUnknownFields = (places: readonly string[], count: number) => notes.push(places[0], count)
    await importFile(database, file, { onUnknownFields })
    expect(notes).toEqual(['/users/0/x0', 2_000_001])
  })

  test('a hundred thousand faults in one menu are counted', async () => {
    const items = Array.from({ length: 100_000 }, () => ({ name: 1 }))
    const faults = await faultsOf(JSON.stringify({ menus: [menu('m', { groups: [group('g', { items })] })] }))
    expect(faults.at(-1)).toBe('… and 99980 more faults.')
  })

  test('a member that is too long for memory', async () => {
    const tooLong = `{"users": [{"id": "u", "name": "${'x'.repeat(65 * 1024 * 1024)}"}]}`
    expect(await faultsOf(tooLong)).toEqual(['/: must be shorter: it does not fit into memory'])
  })

  test('very long text with emojis', async () => {
    const users = [{ id: '💥', name: '💥'.repeat(10_000_000) }]
    expect(await put(JSON.stringify({ users }))).toMatchObject({ users: 1 })
    await put(JSON.stringify({ users: [{ id: '💥', name: '' }] }))
  })
})

/* However JSON is written, and however it is cut, the pieces are those that JSON.parse sees. */

const value = fc.jsonValue({ maxDepth: 3, noUnicodeString: false })
const list = fc.array(value, { maxLength: 4 })
const parts = fc.record({ users: list, devices: value, menus: list }, { requiredKeys: [] })
const documents = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.tuple(fc.dictionary(fc.string(), value), parts).map(([a, b]) => ({ ...a, ...b })),
  },
  { weight: 1, arbitrary: value },
)
/** Blanks between tokens, one after the other, over and over again. */
const blanks = fc.array(fc.constantFrom('', ' ', '\n', '\r\n', '\t  '), { minLength: 1 })

const written = fc.tuple(documents, blanks, fc.boolean()).map(([document, between, escaping]) => {
  let count = 0
  const tokens = JSON.stringify(document).match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^[\]{},:"]+/g) ?? []
  const texts = tokens.map((token) => (escaping && token.startsWith('"') ? escaped(token) : token))
  return texts.map((token) => token + between[count++ % between.length]).join('')
})

/** The same text with every character as an escape. */
function escaped(token: string): string {
  const units = Array.from({ length: JSON.parse(token).length }, (_, n) => JSON.parse(token).charCodeAt(n))
  return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`
}

const chunkBytes = fc.integer({ min: 1, max: 40 })

test('any JSON, in chunks of any size, has the pieces that JSON.parse finds', () => {
  fc.assert(
    fc.property(written, chunkBytes, (text, size) => {
      expect(walk(text, size)).toEqual([...valueSource(JSON.parse(text)).walk()])
    }),
    { numRuns: 500 },
  )
})

test('one wrong byte anywhere: what JSON.parse refuses is refused, at the same place', () => {
  const byte = fc.oneof(fc.constantFrom(...Buffer.from('"\\{}[],:0-.eE+tfn \n\0')), fc.nat(255))
  fc.assert(
    fc.property(written, chunkBytes, fc.nat(), byte, (text, size, at, wrong) => {
      const bytes = Buffer.from(text)
      bytes[at % bytes.length] = wrong
      const expected = refusalOf(bytes)
      if (expected === undefined) walk(bytes, size)
      else expect(() => walk(bytes, size)).toThrow(expected)
    }),
    { numRuns: 3000 },
  )
})

/** With what a text is refused that is parsed whole. */
function refusalOf(bytes: Buffer): string | undefined {
  try {
    parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), 0)
    return undefined
  } catch (error) {
    if (!(error instanceof JsonFault)) return '/: must be text in UTF-8'
    const lines = error.before.split('\n')
    return `/: must be JSON, but is not at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
  }
}
