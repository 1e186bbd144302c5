import { afterAll, expect, test } from 'vitest'
import type { GroupsEnvelope } from '../../src/menu/schema.ts'
import { CAFE, startBoardService } from '../support/board.ts'
import { openPage } from '../support/browser.ts'
import { KEY } from '../support/documents.ts'
import { withoutNewerThan } from '../support/old-browsers.ts'

const { server } = await startBoardService([CAFE])
afterAll(() => server.stop())

test('a board shows a menu and its changes, and reports its device, without functions that Chromium 85 lacks', async () => {
  const url = `${server.address}/v1/groups?menus=cafe`
  const menu = (await (await fetch(url, { headers: { 'x-api-key': KEY } })).json()) as GroupsEnvelope
  const patch = [
    { op: 'replace', path: '/groups/0/name', value: 'Hot Drinks' },
    { op: 'replace', path: '/groups/1/items/2', value: { ...menu.groups[1]?.items[2], name: 'Iced Tea' } },
    { op: 'add', path: '/groups/1/items/0', value: { ...menu.groups[1]?.items[0], name: 'Root Beer' } },
    { op: 'remove', path: '/groups/2' },
  ]
  const event = (name: string, data: unknown) =>
    `event: ${name}\nid: "${name}"\ndata: ${JSON.stringify(data)}\n\n`
  const stream = { contentType: 'text/event-stream', body: event('groups', menu) + event('patch', patch) }

  const page = await openPage('about:blank', { expectedErrors: /net::ERR_|a status of 404/ })
  await page.addInitScript(withoutNewerThan(85))
  await page.route('**/v1/groups/stream**', (route) => route.fulfill(stream))
  let polls = 0
  // Only the first poll succeeds, so that the stream alone can change the menu.
  await page.route('**/v1/groups?**', (route) => (++polls === 1 ? route.continue() : route.abort()))
  await page.goto(
    `${server.address}/app/board?menus=cafe&theme=Paper&currency=EUR&locale=en-GB&device=tv#key=${KEY}`,
  )

  await page.locator('.page:visible', { hasText: 'Hot Drinks' }).waitFor()
  await page.locator('.page:visible .row', { hasText: 'Iced Tea' }).getByText('€4.20').waitFor()
  await page.getByText('Root Beer').waitFor()
  await page.locator('.page:visible .row', { hasText: 'Flat White' }).getByText('120–180').waitFor()
  await page.getByText('Unknown theme “Paper”').waitFor()
  await page.getByText('changes are switched off on this service').waitFor()
  expect(await page.getByText('Avocado Toast').count()).toBe(0)
})
