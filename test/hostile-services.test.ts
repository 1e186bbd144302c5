import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  const start = () =>
    startProxy('', ({ url, response }) => response.end(url.startsWith('/v1/groups') ? answer : MENUS))
  const [address, other] = [await start(), await start()]
  const environment = { NODE_OPTIONS, DATABASE_URL: await newDatabaseUrl() }
  const commands = [
    ['pull', address],
    ['compare', address, '--this', other],
  ]
  for (const command of commands) {
    const { code, stderr } = await signage([...command, '--key-file', keyFile], { environment, cwd: folder })
    expect([code, stderr]).toEqual([1, expect.stringContaining('too many, or too deeply nested, values')])
    expect(Number(/^peak (\d+)$/m.exec(stderr)?.[1]) / 1024).toBeLessThan(700)
  }
})
