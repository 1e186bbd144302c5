import { expect, test } from 'vitest'
import { expectGoodLook, openPage, WINDOWS } from '../support/browser.ts'
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

test('one device is shown with its facts, its uptime in words and as bars, and its outages as a table', async () => {
  const { page, dialog } = await openDevice(WINDOW)
  expect(await dialog.getByRole('heading', { name: 'Quayside Window' }).count()).toBe(1)
  expect(await dialog.locator('dl').innerText()).toMatch(
    /3 h ago, .*\nLocal time\n.* \(.* UTC\), America\/Los_Angeles\n/,
  )
  const text = await dialog.innerText()
  expect(text).toMatch(/^8\d\.\d+ % in 24 hours: 2 outages, the longest 3 h$/m)
  expect(text).toMatch(/^99\.\d+ % in 30 days: 4 outages, the longest 3 h$/m)
  for (const bar of await dialog.locator('.history-bar').all())
    for (const name of ['up', 'silent']) expect(await bar.locator(`.${name}`).getAttribute('d')).not.toBe('')
  const rows = await dialog.getByRole('row').allInnerTexts()
  expect(rows).toHaveLength(5)
  expect(rows[1]).toMatch(/\tlasts\t3 h$/)
  expect(rows[2]).toMatch(/\t38 min$/)
  expect(new URL(page.url()).search).toBe('?device=c4%3A23%3A60%3A91%3Ac0%3A03')
})

test('a device that was never connected has no uptime', async () => {
  const { dialog } = await openDevice('c4:23:60:91:c0:06')
  const text = await dialog.innerText()
  expect(text).toContain('Never connected')
  expect(text).toContain('Not enough is known of the last 24 hours.')
  expect(text).toContain('No outages are known.')
  expect(await dialog.getByRole('table').count()).toBe(0)
})

test('it is opened and closed by mouse or by keyboard, and the focus returns to the card', async () => {
  const page = await openPage(`${FLEET}${KEY}`)
  const dialog = page.getByRole('dialog')
  await page.getByText(/^Updated/).waitFor()
  await page.getByRole('link', { name: 'Rooftop Bar' }).click()
  await dialog.getByRole('heading', { name: 'Rooftop Bar' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await dialog.count()).toBe(0)
  await expect.poll(() => new URL(page.url()).search).toBe('')
  const card = page.locator('.card').nth(1)
  await card.focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: 'Spare Player' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  expect(await card.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('an address of a device that the key does not show opens nothing', async () => {
  const page = await openPage(`${FLEET}?device=unknown${KEY}`)
  await page.getByText(/^Updated/).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('alerts of a device are muted for a time, and unmuted, if changes are switched on and the key may', async () => {
  const { dialog } = await openDevice(WINDOW)
  const mute = dialog.locator('[data-part="mute"]')
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
})
