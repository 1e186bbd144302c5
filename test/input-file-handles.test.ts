import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { withSources } from '../src/formats/with-sources.ts'
import { temporaryFolder } from './support/database.ts'
import { membersOf } from './support/documents.ts'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const USERS = '{"users": [{"id": "u"}]}'

afterEach(() => vi.unstubAllEnvs())

/** The users in a file. */
function usersOf(file: string) {
  return withSources([file], {}, async ([source]) => membersOf(source, 'users'))
}

/** A named pipe into which another process writes the text. */
function pipeOf(name: string, text: string): string {
  execFileSync('mkfifo', [path(name)])
  spawn('sh', ['-c', 'printf %s "$1" > "$2"', 'sh', text, path(name)], { stdio: 'ignore' })
  return path(name)
}

/** The files of the folder that this process has open, as the system names them. */
function openFiles(): { readonly name: string; readonly mode: number }[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const name = readlinkSync(`/proc/self/fd/${descriptor}`)
      return name.startsWith(folder)
        ? [{ name, mode: statSync(`/proc/self/fd/${descriptor}`).mode & 0o777 }]
        : []
    } catch {
      return [] // The descriptor with which the folder of descriptors was read.
    }
  })
}

test('a file is open while work runs, and closed afterwards', async () => {
  writeFileSync(path('document.json'), USERS)
  expect(await usersOf(path('document.json'))).toEqual([{ id: 'u' }])
  await withSources([path('document.json')], {}, async () => {
    expect(openFiles()).toMatchObject([{ name: path('document.json') }])
  })
  expect(openFiles()).toEqual([])
})

test('a file is closed if work fails, and the error is that of the work', async () => {
  writeFileSync(path('document.json'), USERS)
  const failing = withSources([path('document.json')], {}, () => Promise.reject(new Error('not today')))
  await expect(failing).rejects.toThrow('not today')
  expect(openFiles()).toEqual([])
})

test('a pipe is kept in a file without a name that only its owner may read, and that is closed afterwards', async () => {
  vi.stubEnv('TMPDIR', folder)
  expect(await usersOf(pipeOf('pipe', USERS))).toEqual([{ id: 'u' }])
  const before = readdirSync(folder)
  await withSources([pipeOf('other-pipe', USERS)], {}, async () => {
    expect(openFiles()).toEqual([{ name: expect.stringMatching(/ \(deleted\)$/), mode: 0o600 }])
    expect(readdirSync(folder).toSorted()).toEqual([...before, 'other-pipe'].toSorted())
  })
  expect(openFiles()).toEqual([])
})

test('a pipe that cannot be kept is an error that names the folder', async () => {
  vi.stubEnv('TMPDIR', path('nowhere'))
  await expect(usersOf(pipeOf('pipe-to-nowhere', USERS))).rejects.toThrow(
    `Cannot keep the file in ${path('nowhere')} while it is imported: there is no such folder.`,
  )
  await expect.poll(openFiles).toEqual([])
})

test('a file that does not exist, a folder, and a path through a file are errors of one sentence', async () => {
  writeFileSync(path('document.json'), USERS)
  const missing = path('missing.json')
  const inside = join(path('document.json'), 'inside.json')
  for (const [file, reason] of [
    [missing, 'there is no such file'],
    [folder, 'it is a folder'],
    [inside, 'not a directory'],
  ] as const) {
    const error = { name: 'CommandError', message: `Cannot read ${file}: ${reason}.` }
    await expect(usersOf(file)).rejects.toMatchObject(error)
  }
  expect(openFiles()).toEqual([])
})
