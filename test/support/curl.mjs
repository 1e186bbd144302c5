// The part of curl that the examples use, so that the tests need only Node.js: curl [-sf] [-H 'Name: value']… URL
const args = process.argv.slice(2)
const headers = {}
let url = ''
let failsOnErrors = false
for (let arg = args.shift(); arg !== undefined; arg = args.shift()) {
  if (arg === '-sf') {
    failsOnErrors = true
  } else if (arg === '-H') {
    const [name, ...value] = (args.shift() ?? '').split(': ')
    headers[name] = value.join(': ')
  } else if (arg.startsWith('http') && url === '') {
    url = arg
  } else {
    throw new Error(`Unknown argument: ${arg}`)
  }
}
const response = await fetch(url, { headers })
if (failsOnErrors && !response.ok) process.exit(22)
process.stdout.write(await response.text())
