import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newDatabaseUrl, temporaryFolder } from './support/database.ts'
import { KEY } from './support/documents.ts'
import { startProxy } from './support/http-proxy.ts'
import { signage } from './support/process.ts'

const folder = temporaryFolder()
const keyFile = join(folder, 'key')
writeFileSync(keyFile, KEY, { mode: 0o600 })

/** Makes a command print the most memory that it had. */
const NODE_OPTIONS =
  "--import=data:text/javascript,process.on('exit',()=>process._rawDebug('peak',process.resourceUsage().maxRSS))"
const BODY_BYTES = 62 * 1024 * 1024
const MENUS = '[{"id":"m","name":"m","locations":{"name":null,"restaurantName":null}}]'

const filledWith = (part: string) => part.repeat(Math.floor(BODY_BYTES / part.length))
const branch = `${'['.repeat(1000)}${']'.repeat(1000)},`

test.each([
  ['one that nests without end', filledWith('{"a":')],
  ['one that nests and ends', '['.repeat(BODY_BYTES / 2) + ']'.repeat(BODY_BYTES / 2)],
  ['one of empty lists', `[${filledWith('[],')}0]`],
  ['one of many deep branches', `[${filledWith(branch)}0]`],
])('an answer that is too much to parse takes no more memory than its length: %s', async (_, body) => {
  const answer = Buffer.from(body)
  const address = await startProxy('', ({ url, response }) =>
    response.end(url.startsWith('/v1/groups') ? answer : MENUS),
  )
  const environment = { NODE_OPTIONS, DATABASE_URL: await newDatabaseUrl() }
  const { code, stderr } = await signage(['pull', address, '--key-file', keyFile], {
    environment,
    cwd: folder,
  })
  expect([code, stderr]).toEqual([1, expect.stringContaining('too many, or too deeply nested, values')])
  expect(Number(/^peak (\d+)$/m.exec(stderr)?.[1]) / 1024).toBeLessThan(700)
})

const LESS = 'pull with several keys, each with grants for some of the menus'
const empty = { groups: { total: 0 }, items: { total: 0 } }
/** A group with a field that nobody knows, which is JSON. */
const groupWith = (json: string) =>
  `{"metadata":{"groups":{"total":1}},"groups":[{"id":"g","name":"g","metadata":${JSON.stringify(empty)},"groups":[],"items":[],"x":${json}}]}`
const menusUpTo = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, n) => ({ id: `m${n}`, name: 'm' })))

/** Pulls in a process of its own. @returns its result, the most memory that it had in MiB, and how often the service was asked */
async function pullFrom(menus: string, groups: string) {
  let requests = 0
  const bodies = { menus: gzipSync(menus, { level: 1 }), groups: gzipSync(groups, { level: 1 }) }
  const address = await startProxy('', ({ url, response }) => {
    requests += 1
    response.setHeader('content-encoding', 'gzip')
    response.end(url.startsWith('/v1/groups') ? bodies.groups : bodies.menus)
  })
  const environment = { NODE_OPTIONS, DATABASE_URL: await newDatabaseUrl() }
  const result = await signage(['pull', address, '--key-file', keyFile], { environment, cwd: folder })
  const [peak = '', kib] = /^peak (\d+)$\n?/m.exec(result.stderr) ?? []
  return {
    address,
    requests,
    result: { ...result, stderr: result.stderr.replace(peak, '') },
    peakMib: Number(kib) / 1024,
  }
}

test('a million menus are refused before any is read', async () => {
  const { address, requests, result } = await pullFrom(menusUpTo(1_000_000), groupWith('0'))
  expect(result.stderr).toBe(
    `${address}/v1/menus lists 1,000,000 menus, and a pull reads at most 100,000: ${LESS}.\n`,
  )
  expect([result.code, requests]).toEqual([1, 1])
})

test('answers that are flat and huge take no more memory together than a few of them', async () => {
  const objects = groupWith(`[${'{"a":1},'.repeat(1_900_000)}0]`)
  const one = await pullFrom(menusUpTo(1), objects)
  expect(one.result.code).toBe(0)
  const many = await pullFrom(menusUpTo(40), objects)
  expect(many.result.stderr).toBe(
    `${many.address} has more than 16,000,000 values, which do not fit into memory: ${LESS}.\n`,
  )
  expect([many.result.code, many.requests < 12]).toEqual([1, true])
  expect(many.peakMib / one.peakMib).toBeLessThan(4)
})

test('answers that are long together are refused', async () => {
  const { address, requests, result } = await pullFrom(
    menusUpTo(40),
    groupWith(`"${'x'.repeat(BODY_BYTES)}"`),
  )
  expect(result.stderr).toBe(`${address} has more than 512 MiB, which do not fit into memory: ${LESS}.\n`)
  expect([result.code, requests < 40]).toEqual([1, true])
})
