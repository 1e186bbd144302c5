import { expect, test } from 'vitest'
import { expectAccessible, expectGoodLook, openPage, WINDOWS } from '../support/browser.ts'
import { startDemo } from '../support/process.ts'

const demo = await startDemo({ MAX_EVENT_LOOP_DELAY_MS: '0' })
const FLEET = `${demo.address}/app/`
const KEY = '#key=demo-operations-key'
const WINDOW = 'c4:23:60:91:c0:03'

async function openDevice(id: string, options?: Parameters<typeof openPage>[1]) {
  const page = await openPage(`${FLEET}?device=${encodeURIComponent(id)}${KEY}`, options)
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/30 days/).waitFor()
  return { page, dialog }
}

test.each(WINDOWS)('is accessible and fits a window of $width px, in light and dark', async (viewport) => {
  const { page } = await openDevice(WINDOW, { viewport })
  await expectGoodLook(page, 'fleet-device')
})

// What lasts is measured until the last full minute, and goes on while the tests before this one run.
const LASTING = '(?:2 h 59 min|3 h(?: \\d+ min)?)'

test('one device is shown with its facts, its uptime in words and as bars, and its outages as a table', async () => {
  const { page, dialog } = await openDevice(WINDOW)
  expect(await dialog.getByRole('heading', { name: 'Quayside Window' }).count()).toBe(1)
  expect(await dialog.locator('dl').innerText()).toMatch(
    /3 h(?: \d+ min)? ago, .*\nLocal time\n.* \(.* UTC\), America\/Los_Angeles\n/,
  )
  const text = await dialog.innerText()
  expect(text).toMatch(new RegExp(`^8\\d\\.\\d+ % in 24 hours: 2 outages, the longest ${LASTING}$`, 'm'))
  expect(text).toMatch(new RegExp(`^99\\.\\d+ % in 30 days: 4 outages, the longest ${LASTING}$`, 'm'))
  for (const bar of await dialog.locator('.history-bar').all())
    for (const name of ['up', 'offline']) expect(await bar.locator(`.${name}`).getAttribute('d')).not.toBe('')
  const rows = await dialog.getByRole('row').allInnerTexts()
  expect(await dialog.locator('th[scope=row]').count()).toBe(rows.length - 1)
  expect(rows).toHaveLength(5)
  expect(rows[1]).toMatch(new RegExp(`\\tstill offline\\t${LASTING}$`))
  expect(rows[2]).toMatch(/\t38 min$/)
  expect(new URL(page.url()).search).toBe('?device=c4%3A23%3A60%3A91%3Ac0%3A03')
})

test.each([
  ['en-GB', '99.60 % in 24 hours', '100 % in 30 days'],
  ['de-DE', '99,60 % in 24 hours', '100 % in 30 days'],
])('an uptime has two decimals, in %s too, unless it is 100', async (locale, day, month) => {
  const page = await openPage(`${FLEET}${KEY}`, { locale })
  await page.route('**/devices/*/outages', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), uptime_24h: 99.6, uptime_30d: 100 } })
  })
  await page.getByRole('link', { name: 'Quayside Window' }).click()
  const dialog = page.getByRole('dialog')
  for (const text of [day, month]) await dialog.getByText(text).waitFor()
})

test('a device that was never connected has no uptime', async () => {
  const { dialog } = await openDevice('c4:23:60:91:c0:06')
  const text = await dialog.innerText()
  expect(text).toContain('Never connected')
  expect(text).toContain('Not enough is known of the last 24 hours.')
  expect(text).toContain('No outages are known.')
  expect(await dialog.getByRole('table').count()).toBe(0)
})

test('it is opened and closed by mouse or by keyboard, and the focus returns to the row', async () => {
  const page = await openPage(`${FLEET}${KEY}`)
  const dialog = page.getByRole('dialog')
  await page.getByText(/^Updated/).waitFor()
  await page.getByRole('link', { name: 'Rooftop Bar' }).click()
  await dialog.getByRole('heading', { name: 'Rooftop Bar' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await dialog.count()).toBe(0)
  await expect.poll(() => new URL(page.url()).search).toBe('')
  const row = page.locator('tr[data-device]', { hasText: 'Spare Player' }).getByRole('link')
  await row.focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: 'Spare Player' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  expect(await row.evaluate((element) => element === document.activeElement)).toBe(true)
})

const search = (page: Awaited<ReturnType<typeof openPage>>) => new URL(page.url()).search

test.each(['Escape', 'Enter'])(
  'once it is closed by %s, going back shows what was before it was opened',
  async (key) => {
    const page = await openPage(`${FLEET}${KEY}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('radio', { name: '4 Online' }).check()
    await expect.poll(() => search(page)).toBe('?state=online')
    for (const name of ['Rooftop Bar', 'Quayside Front Lobby']) {
      await page.getByRole('link', { name }).click()
      await dialog.getByRole('heading', { name }).waitFor()
      // Its button has the focus.
      await page.keyboard.press(key)
      await expect.poll(() => search(page)).toBe('?state=online')
    }
    await page.goBack()
    await page.getByRole('radio', { name: '6 All', checked: true }).waitFor()
    expect([search(page), await dialog.count()]).toEqual(['', 0])
  },
)

test('going back closes a device, and leaves the page only then', async () => {
  const page = await openPage(`${FLEET}${KEY}`)
  await page.getByRole('link', { name: 'Rooftop Bar' }).click()
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/app/')
})

test('once a device from the address is closed, going back leaves the page', async () => {
  const page = await openPage(`${demo.address}/`)
  await page.goto(`${FLEET}?device=${encodeURIComponent(WINDOW)}${KEY}`)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => search(page)).toBe('')
  await page.goBack()
  expect(page.url()).toBe(`${demo.address}/`)
})

test('a device from the address waits for a valid key, without requests, and forgets an invalid one', async () => {
  const page = await openPage(`${FLEET}?device=${encodeURIComponent(WINDOW)}#key=no-such-key`, {
    hasClock: true,
    expectedErrors: /a status of 401/,
  })
  await page.getByText('This key is not valid.').waitFor()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  expect(await page.getByRole('button', { name: 'Forget key' }).isVisible()).toBe(false)
  let requests = 0
  page.on('request', () => requests++)
  await page.clock.runFor(60_000)
  expect(requests).toBe(0)
  await page.clock.fastForward(3_600_000)
  await page.getByLabel('API key').fill('demo-operations-key')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('heading', { name: 'Quayside Window' }).waitFor()
})

test('another key in the address shows the same device, also if the browser tells late that the dialog was closed', async () => {
  const { page, dialog } = await openDevice(WINDOW)
  await page.evaluate((key) => {
    const shown = document.querySelector('dialog[open]')
    const tellLate = (event: Event) => {
      event.stopImmediatePropagation()
      new MutationObserver(() => shown?.dispatchEvent(new Event('close'))).observe(shown ?? document, {
        attributeFilter: ['open'],
      })
    }
    addEventListener('close', tellLate, { capture: true, once: true })
    location.assign(key)
  }, KEY)
  await expect.poll(() => page.url()).not.toContain('#')
  await dialog.getByRole('heading', { name: 'Quayside Window' }).waitFor()
  await page.waitForTimeout(500)
  expect(await dialog.isVisible()).toBe(true)
  expect(search(page)).toBe('?device=c4%3A23%3A60%3A91%3Ac0%3A03')
})

test('outages that cannot be read are said, and those of another device are not shown for them', async () => {
  const page = await openPage(`${FLEET}${KEY}`, { expectedErrors: /a status of 500/ })
  const dialog = page.getByRole('dialog')
  await page.getByRole('link', { name: 'Quayside Window' }).click()
  await dialog.getByRole('row').first().waitFor()
  await page.keyboard.press('Escape')
  const failing = { status: 500, json: { message: 'Internal error' } }
  await page.route('**/devices/*/outages', (route) => route.fulfill(failing))
  await page.getByRole('link', { name: 'Rooftop Bar' }).click()
  await dialog.getByRole('heading', { name: 'Rooftop Bar' }).waitFor()
  await dialog.getByText('The service is not responding. Retrying automatically.').waitFor()
  expect(await dialog.innerText()).not.toContain('in 30 days')
  expect(await dialog.getByRole('row').count()).toBe(0)
  await expectAccessible(page)
})

test('a device that is deleted is said to be unknown, although its outages could not be read', async () => {
  const page = await openPage('about:blank', { hasClock: true, expectedErrors: /a status of 503/ })
  const busy = { status: 503, json: { message: 'Service unavailable' } }
  await page.route('**/devices/*/outages', (route) => route.fulfill(busy))
  await page.goto(`${FLEET}?device=${encodeURIComponent(WINDOW)}${KEY}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The service is not responding. Retrying automatically.').waitFor()
  await page.route('**/fleet?id=*', async (route) => {
    const fleet = await (await route.fetch()).json()
    await route.fulfill({ json: { ...fleet, devices: [] } })
  })
  await page.clock.runFor(60_000)
  await dialog.getByText('There is no such device, or this key may not read it.').waitFor()
})

test('a device that the key does not show is said to be unknown, and so is a service that does not respond, or limits requests', async () => {
  const page = await openPage(`${FLEET}?device=unknown${KEY}`, { expectedErrors: /a status of (500|429)/ })
  const dialog = page.getByRole('dialog', { name: 'unknown' })
  await dialog.getByText('There is no such device, or this key may not read it.').waitFor()
  for (const [status, message, said] of [
    [500, 'Internal error', 'The service is not responding.'],
    [429, 'Too many requests', 'Too many requests. Retrying automatically.'],
  ] as const) {
    await page.route('**/fleet?*', (route) => route.fulfill({ status, json: { message } }))
    await page.reload()
    await dialog.getByText(said).waitFor()
  }
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await dialog.count()).toBe(0)
})

test('alerts of a device are muted for a time, and unmuted, if changes are switched on and the key may', async () => {
  const { page, dialog } = await openDevice(WINDOW, { expectedErrors: /a status of 401/ })
  const mute = dialog.locator('.mute')
  await mute.getByText('Not muted.').waitFor()
  await mute.getByRole('button', { name: 'For 4 hours' }).click()
  await mute.getByText(/^Muted until /).waitFor()
  await dialog
    .getByText(/^(?!Muted).*Muted until/)
    .first()
    .waitFor()
  await mute.getByRole('radio', { name: 'Its site' }).check()
  await mute.getByText('Not muted.').waitFor()
  await mute.getByRole('radio', { name: 'This device' }).check()
  await mute.getByRole('button', { name: 'Unmute' }).click()
  await mute.getByText('Not muted.').waitFor()
  const revoked = { status: 401, json: { message: 'Unauthorized' } }
  await page.route('**/mute', (route) => route.fulfill(revoked))
  await mute.getByRole('button', { name: 'For 1 hour' }).click()
  await page.getByText('This key is not valid.').waitFor()
})
