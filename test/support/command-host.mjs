// Runs commands one after the other in this process, each as if it were a process of its own. The parent sends what a
// process would be started with, and gets its output and its exit code.
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'

const [command] = process.argv.slice(2)
const NAMES = ['stdout', 'stderr']
/** What was written, each with the name of its stream. */
const written = []
let runs = 0

// Each run adds listeners for the end of the process.
process.setMaxListeners(0)
for (const name of NAMES) {
  process[name].setMaxListeners(0)
  process[name].write = (chunk, encoding, callback = encoding) => keep(name, chunk, callback)
}
process.on('message', async (given) => process.send(await run(given)))
process.once('disconnect', () => process.exit())

async function run({ args, environment, input, cwd }) {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  process.chdir(cwd)
  process.argv = [process.execPath, command, ...args]
  process.exitCode = undefined
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  // With another query it is another module, which runs again. The modules that it imports stay loaded.
  await import(`${pathToFileURL(command)}?${++runs}`)
  return {
    code: process.exitCode ?? 0,
    output: written.splice(0).map(([name, chunks]) => [name, decode(chunks)]),
  }
}

function decode(chunks) {
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function keep(name, chunk, callback) {
  const last = written.at(-1)
  if (last?.[0] === name) last[1].push(Buffer.from(chunk))
  else written.push([name, [Buffer.from(chunk)]])
  if (typeof callback === 'function') process.nextTick(callback)
  return true
}
