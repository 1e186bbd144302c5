import { createReadStream, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from './support/database.ts'
import { device } from './support/documents.ts'
import { signage } from './support/process.ts'

const folder = temporaryFolder()
const file = join(folder, 'document.json')

describe('signage import', () => {
  const environment = { DATABASE_URL: join(folder, 'signage.db') }
  const large = () => {
    const name = 'x'.repeat(1000)
    const devices = Array.from({ length: 30_000 }, (_, n) =>
      JSON.stringify(device(`an-id-of-usual-length-${n}`, { name, screen_orientation: name })),
    )
    writeFileSync(file, `{"users":[{"id":"ops","name":"o"}],"devices":[${devices.join()}]}`)
  }

  test('imports a file with memory in proportion to its size, also from a pipe', async () => {
    large()
    const megabytes = Math.ceil(statSync(file).size / 1024 ** 2)
    // The largest file that is allowed has 1 GiB, eight times its size.
    const small = { ...environment, NODE_OPTIONS: `--max-old-space-size=${48 + 8 * megabytes}` }
    const expected = {
      code: 0,
      stderr: expect.stringMatching(
        /^(Creating the database .*\.\n)?Imported 1 user, 30,000 devices, 0 menus and 0 API keys\. (Users: 1 added\. Devices: 30,000 added|Nothing has changed)\.\n$/,
      ),
    }
    expect(await signage(['import', file], { environment: small })).toMatchObject(expected)
    const temporary = temporaryFolder()
    const piped = { environment: { ...small, TMPDIR: temporary }, input: createReadStream(file) }
    expect(await signage(['import', '-'], piped)).toMatchObject(expected)
    expect(readdirSync(temporary)).toEqual([])
  })

  test('stores piped input in a temporary file without a name, so that no other process finds it and none is left behind', async () => {
    const temporary = temporaryFolder()
    const input = new Readable({ read() {} })
    input.push('{"users": [')
    const ended = signage(['import', '-'], { environment: { ...environment, TMPDIR: temporary }, input })
    setTimeout(() => input.push(null), 1000)
    for (let n = 0; n < 8; n++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(readdirSync(temporary)).toEqual([])
    }
    expect(await ended).toMatchObject({
      code: 1,
      stderr: 'standard input: must be JSON, but is not at line 1, column 12\n',
    })
  })
})
