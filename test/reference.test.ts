import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freePort } from '../bench/machine/free-port.ts'
import { newDatabaseUrl } from './support/database.ts'
import { type ApiDescription, type Example, formatHttpReference } from './support/http-reference.ts'
import { readPage } from './support/markdown.ts'
import { signage, startServer } from './support/process.ts'
import { formatConfiguration, formatMetrics } from './support/reference.ts'
import { startService } from './support/service.ts'

/** `npx vitest run --project sqlite test/reference.test.ts -u` writes these pages. */
const pageOf = (name: string) => `../docs/reference/${name}.md`
const seed = JSON.parse(readFileSync(new URL('../seeds/demo.json', import.meta.url), 'utf8'))

test('the HTTP reference is that of the description, with responses of the service', async () => {
  const { get } = await startService(seed, { allowsChanges: true })
  const key = 'X-API-Key: demo-quayside-key'
  const requests: Record<string, [url: string, header: string]> = {
    '/v1/groups': ['/v1/groups?tags=course:dessert,audience:kids&depth=0', key],
  }
  const examples: Record<string, Example> = {}
  for (const [path, [url, header]] of Object.entries(requests)) {
    const [name = '', value = ''] = header.split(': ')
    const response = await get(url, { [name.toLowerCase()]: value })
    expect(response.statusCode, url).toBe(200)
    examples[path] = { url, header, body: JSON.stringify(response.json(), null, 2) }
  }
  const description = (await get('/openapi.json')).json<ApiDescription>()
  const text = formatHttpReference(description, examples)
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const method of Object.keys(methods))
      expect(text).toContain(`\n## ${method.toUpperCase()} ${path}\n`)
  }
  await expect(text).toMatchFileSnapshot(pageOf('http'))
})

test('the configuration reference is that of the schema', async () => {
  await expect(formatConfiguration()).toMatchFileSnapshot(pageOf('configuration'))
})

test('the metrics reference is that of a service, and the guide uses only these', async () => {
  const DATABASE_URL = await newDatabaseUrl()
  const METRICS_PORT = String(await freePort())
  const environment = { DATABASE_URL }
  await signage(['import', '-'], { environment, input: JSON.stringify(seed) })
  const server = await startServer({ DATABASE_URL, METRICS_PORT, WORKERS: '2', CHANGES: 'on' })
  const headers = { 'x-api-key': 'demo-quayside-key' }
  await (await fetch(`${server.address}/v1/menus`, { headers })).text()
  const scrape = async () => (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  let scraped = ''
  const scrapeAgain = async () => (scraped = await scrape())
  // A worker that is still starting does not respond yet, and the figures of the fleet are there once they are read.
  await expect
    .poll(scrapeAgain)
    .toMatch(/(?=.*signage_devices\{)signage_key_requests_total\{.*signage_job_runs_total\{/s)
  const text = formatMetrics(scraped)
  await expect(text).toMatchFileSnapshot(pageOf('metrics'))
  for (const name of readPage('docs/how-to/monitor-and-alert.md').match(/\bsignage_\w+/g) ?? []) {
    expect(text).toContain(`\`${name}\``)
  }
  await server.stop()
})
