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
  const [hot, cold] = menu.groups
  const [first, second, third] = cold?.items ?? []
  const items = [{ ...first, name: 'Root Beer' }, first, second, { ...third, name: 'Iced Tea' }]
  const changed = {
    ...menu,
    groups: [
      { ...hot, name: 'Hot Drinks' },
      { ...cold, items },
    ],
  }
  const event = (data: unknown, id: number) => `event: groups\nid: "${id}"\ndata: ${JSON.stringify(data)}\n\n`
  const stream = { contentType: 'text/event-stream', body: event(menu, 1) + event(changed, 2) }

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
