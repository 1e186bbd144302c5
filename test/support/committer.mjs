// Imports one version after the other. Reports when all statements of one have been sent, just before they are committed, and
// when they are committed. Both pauses make room for a kill.
import { writeSync } from 'node:fs'
import { importDocument, openDatabase } from '../../dist/bundle/index.js'

const [url, first, pauseMs, size] = process.argv.slice(2)
const database = await openDatabase(url, 'write')
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(pauseMs))
let version = Number(first)

function* reporting(statements) {
  yield* statements
  writeSync(1, `sent ${version}\n`)
  pause()
}

function documentOf(name) {
  const numbers = Array.from({ length: Number(size) }, (_, n) => n)
  const items = numbers.map((n) => ({ id: `i${n}`, name: 'Item', description: name }))
  const devices = numbers.map((n) => ({ id: `d${n}`, name, timezone: 'Europe/Paris' }))
  return { devices, menus: [{ id: 'm', name, groups: [{ id: 'g', name: 'Group', items }] }] }
}

for (; ; version++) {
  const reporter = { ...database, batch: (statements) => database.batch(reporting(statements)) }
  await importDocument(reporter, documentOf(`version ${version}`))
  pause()
  writeSync(1, `committed ${version}\n`)
}
