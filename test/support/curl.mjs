// As much of curl as the examples use, so that the tests need nothing but Node: curl [-H 'Name: value']… URL
const args = process.argv.slice(2)
const headers = {}
let url = ''
for (let arg = args.shift(); arg !== undefined; arg = args.shift()) {
  if (arg === '-H') {
    const [name, ...value] = (args.shift() ?? '').split(': ')
    headers[name] = value.join(': ')
  } else if (arg.startsWith('http') && url === '') {
    url = arg
  } else {
    throw new Error(`What is ${arg}?`)
  }
}
process.stdout.write(await (await fetch(url, { headers })).text())
