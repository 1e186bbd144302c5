import { execFileSync, spawn } from 'node:child_process'
import { fstatSync, readdirSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { withDocumentFile } from '../src/transfer/input-file.ts'
import { temporaryFolder } from './support/database.ts'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const read = (file: string) => withDocumentFile(file, async (descriptor) => readFileSync(descriptor, 'utf8'))

afterEach(() => vi.unstubAllEnvs())

/** A named pipe into which another process writes the text. */
function pipeOf(name: string, text: string): string {
  execFileSync('mkfifo', [path(name)])
  spawn('sh', ['-c', 'printf %s "$1" > "$2"', 'sh', text, path(name)], { stdio: 'ignore' })
  return path(name)
}

test('a file is opened while work runs, and closed afterwards', async () => {
  writeFileSync(path('document.json'), '{}')
  let descriptor = -1
  const result = await withDocumentFile(path('document.json'), async (opened) => {
    descriptor = opened
    return readFileSync(opened, 'utf8')
  })
  expect(result).toBe('{}')
  expect(() => fstatSync(descriptor)).toThrow('EBADF')
})

test('a file is closed if work fails, and the error is the one of the work', async () => {
  writeFileSync(path('document.json'), '{}')
  let descriptor = -1
  const failing = withDocumentFile(path('document.json'), async (opened) => {
    descriptor = opened
    throw new Error('not today')
  })
  await expect(failing).rejects.toThrow('not today')
  expect(() => fstatSync(descriptor)).toThrow('EBADF')
})

test('a pipe is read twice from a file of the owner that has no name', async () => {
  vi.stubEnv('TMPDIR', folder)
  const pipe = pipeOf('pipe', '{"users": []}')
  const before = readdirSync(folder)
  await withDocumentFile(pipe, async (descriptor) => {
    const start = Buffer.alloc(13)
    for (let time = 0; time < 2; time += 1) {
      readSync(descriptor, start, 0, 13, 0)
      expect(start.toString()).toBe('{"users": []}')
    }
    const { mode, nlink } = fstatSync(descriptor)
    expect(mode & 0o777).toBe(0o600)
    expect(nlink).toBe(0)
    expect(readdirSync(folder)).toEqual(before)
  })
  expect(statSync(pipe).isFIFO()).toBe(true)
})

test('a pipe that cannot be kept is an error that names the folder', async () => {
  vi.stubEnv('TMPDIR', path('nowhere'))
  await expect(read(pipeOf('pipe-to-nowhere', '{}'))).rejects.toThrow(
    `Cannot keep the document in ${path('nowhere')} while it is imported: there is no such folder.`,
  )
})

test('a file that does not exist, and a folder, are errors of one sentence', async () => {
  const missing = path('missing.json')
  const error = { name: 'CommandError' }
  await expect(read(missing)).rejects.toMatchObject({
    ...error,
    message: `Cannot read ${missing}: there is no such file.`,
  })
  await expect(read(folder)).rejects.toMatchObject({
    ...error,
    message: `Cannot read ${folder}: it is a folder.`,
  })
})

test('a file in a place that is not a folder is an error with the reason of the system', async () => {
  writeFileSync(path('document.json'), '{}')
  const inside = join(path('document.json'), 'inside.json')
  await expect(read(inside)).rejects.toThrow(`Cannot read ${inside}: not a directory.`)
})
