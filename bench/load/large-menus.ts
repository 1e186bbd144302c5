/*
 * Run as a process of its own: two connections replace the same large menu again and again, each time with other prices, until
 * the process is killed. It fails if one of the responses is an error. Arguments: the port, the key, the menu, and how many items
 * it has.
 */
const [port = '', key = '', menuId = '', count = ''] = process.argv.slice(2)
const CONNECTIONS = 2

const items = Array.from({ length: Number(count) }, (_, n) => ({ id: `large-${n}`, name: `Item ${n}` }))

async function replaceAgainAndAgain(connection: number): Promise<never> {
  for (let price = connection; ; price += CONNECTIONS) {
    const groups = [{ id: 'large', name: 'All', items: items.map((item) => ({ ...item, price })) }]
    const response = await fetch(`http://127.0.0.1:${port}/v1/menus/${menuId}`, {
      method: 'PUT',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Large', groups }),
    })
    if (response.status !== 200)
      throw new Error(`A response was: ${response.status} ${await response.text()}`)
    await response.body?.cancel()
  }
}

await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => replaceAgainAndAgain(connection)))
