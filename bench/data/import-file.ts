import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { USER } from './database.ts'
import { createDevices } from './devices.ts'

/** Writes an import file with one user and `devices` devices, one device at a time. */
export async function writeImportFile(path: string, devices: number): Promise<void> {
  await pipeline(Readable.from(chunks(devices)), createWriteStream(path))
}

function* chunks(count: number): Generator<string> {
  yield JSON.stringify({ users: [{ id: USER, name: 'Benchmark' }] }).slice(0, -1)
  yield ', "devices": ['
  const access = [{ user: USER, level: 'read' }]
  let separator = '\n'
  for (const device of createDevices(0, count)) {
    yield separator + JSON.stringify({ ...device, access })
    separator = ',\n'
  }
  yield '\n]}\n'
}
