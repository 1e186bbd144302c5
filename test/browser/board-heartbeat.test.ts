import { expect, test } from 'vitest'
import { openBoard } from '../support/board.ts'
import { openPage, stopClock, takeScreenshot } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { KEYS, RESTAURANT } from '../support/stock.ts'

const service = await startService(RESTAURANT, { allowsChanges: true })
const address = await service.address()
const REPORTS = '**/devices/*/heartbeats'
const REFUSED = { expectedErrors: /net::ERR_|the server responded with a status of 40/, locale: 'en' }

test('a board that names its device turns it online, once a minute, also while the service is away', async () => {
  const wall = await openPage(`${address}/app/#key=${KEYS.dashboard}`, { hasClock: true })
  await wall.locator('tr[data-state="never"]').waitFor()

  const board = await openPage('about:blank', { ...REFUSED, hasClock: true })
  let isAway = true
  let reports = 0
  await board.route('**/v1/**', (route) => (isAway ? route.abort() : route.continue()))
  await board.route(REPORTS, async (route) => {
    reports++
    await (isAway ? route.abort() : route.continue())
  })
  await board.goto(`${address}/app/board?menus=cafe&device=screen-1#key=${KEYS.manager}`)
  await expect.poll(() => reports).toBe(1)
  isAway = false
  const accepted = board.waitForResponse((response) => response.url().includes('/heartbeats'))
  await stopClock(board)
  const before = reports
  await expect.poll(() => board.clock.runFor(5_000).then(() => reports)).toBe(before + 1)
  expect((await accepted).status()).toBe(204)
  await board.clock.runFor(45_000)
  expect(reports).toBe(before + 1)
  await board.clock.runFor(20_000)
  await expect.poll(() => reports).toBe(before + 2)
  await board.clock.resume()
  await board.getByText('Lemonade').waitFor()

  await wall.clock.runFor(15_000)
  await wall.locator('tr[data-state="online"]').waitFor()
})

test.each([
  ['a key without the scope', KEYS.board, 'screen-1', 'It needs the scope device:heartbeat.'],
  ['an unknown device', KEYS.manager, 'screen-2', 'there is no such device'],
])('%s is explained below the menu, which is shown as ever', async (_, key, device, reason) => {
  const board = await openBoard(address, `menus=cafe&device=${device}`, REFUSED, key)
  await board.locator('#hints', { hasText: reason }).waitFor()
  await takeScreenshot(board, `board-device-${device}`)
  expect(await board.getByText('Lemonade').isVisible()).toBe(true)
})

test('a board without a device reports nothing', async () => {
  const board = await openPage('about:blank', { hasClock: true })
  let reports = 0
  await board.route(REPORTS, (route) => {
    reports++
    return route.abort()
  })
  await board.goto(`${address}/app/board?menus=cafe#key=${KEYS.manager}`)
  await board.getByText('Lemonade').waitFor()
  await board.clock.runFor(90_000)
  expect(reports).toBe(0)
})
