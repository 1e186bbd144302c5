import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  expectAccessible,
  expectGoodLook,
  expectNoSidewaysScroll,
  openPage,
  WINDOWS,
} from '../support/browser.ts'
import { signage } from '../support/commands.ts'
import { newDatabaseUrl } from '../support/database.ts'
import { device, devicesDocument, KEY } from '../support/documents.ts'
import { startDemo, startServer } from '../support/process.ts'

const demo = await startDemo({ MAX_EVENT_LOOP_DELAY_MS: '0' })
const DEMO_FLEET = `${demo.address}/app/#key=demo-operations-key`
/** The machine may be busy with other tests, which must not lead to 503. */
const NO_OVERLOAD = { MAX_EVENT_LOOP_DELAY_MS: '0' }
const REJECTED = /the server responded with a status of 40[13]/

/** Serves a document from a database file, which commands may change meanwhile. */
async function serve(document: object) {
  const environment = { DATABASE_URL: await newDatabaseUrl(), ...NO_OVERLOAD }
  const put = async (next: object) => {
    const { code, stderr } = await signage(['import', '-'], { environment, input: JSON.stringify(next) })
    expect(code, stderr).toBe(0)
  }
  await put(document)
  const server = await startServer(environment)
  return { ...server, environment, put, fleet: `${server.address}/app/#key=${KEY}` }
}

const names = (page: Awaited<ReturnType<typeof openPage>>) => page.locator('a.detail').allInnerTexts()

describe('with the devices of the demo', () => {
  test.each(WINDOWS)('is accessible and fits a window of $width px, in light and dark', async (viewport) => {
    const page = await openPage(DEMO_FLEET, { viewport })
    await page.getByText(/^Updated/).waitFor()
    await expectGoodLook(page, 'fleet')
  })

  test('devices that need attention are first, and say so in words', async () => {
    const page = await openPage(DEMO_FLEET)
    const window = page.locator('tr[data-device]').first()
    await window.getByText('Quayside Window').waitFor()
    expect(await window.innerText()).toMatch(/^Offline since (?:\w{3} )?\d\d:\d\d\s+Quayside Window\s/)
    // It is said to the minute, and the tests before this one may have taken some.
    expect(await window.innerText()).toMatch(/3 h(?: \d+ min)? ago/)
    expect(await window.innerText()).toContain('Only this screen: 2 other screens at Quayside are online.')
    const rows = page.locator('a.detail, .site-heading > a, .site-heading:not(:has(a))')
    expect(await rows.allInnerTexts()).toEqual([
      'Quayside',
      'Quayside Window',
      'Quayside Counter Left',
      'Quayside Front Lobby',
      'Rooftop',
      'Rooftop Bar',
      'Station Square',
      'Station Square Departures Wall',
      'No site',
      'Spare Player',
    ])
  })

  test('filters and search select devices, show counts, and are in the address', async () => {
    const page = await openPage(DEMO_FLEET)
    const becomes = (count: number) => expect.poll(() => names(page)).toHaveLength(count)
    await page.getByRole('radio', { name: '4 Online' }).check()
    await becomes(4)
    await page.getByRole('radio', { name: '1 Never connected' }).check()
    await expect.poll(() => names(page)).toEqual(['Spare Player'])
    await page.getByRole('radio', { name: '1 Offline' }).check()
    await expect.poll(() => names(page)).toEqual(['Quayside Window'])
    expect(new URL(page.url()).search).toBe('?state=offline')
    expect(await page.title()).toBe('(1) Fleet · signage-service')
    await page.goBack()
    await expect.poll(() => names(page)).toEqual(['Spare Player'])
    await page.goForward()
    await expect.poll(() => names(page)).toEqual(['Quayside Window'])
    await page.getByRole('radio', { name: '6 All' }).check()
    await becomes(6)
    for (const [search, count] of [
      ['quayside LEFT', 1],
      ['europe/paris', 3],
      ['c0:04', 1],
      ['los angeles', 3],
      ['nowhere', 0],
    ] as const) {
      await page.getByRole('searchbox').fill(search)
      await becomes(count)
    }
    await expect.poll(() => page.locator('#matches').innerText()).toBe('No devices match.')
    await page.getByRole('radio', { name: 'Offline' }).check()
    expect(new URL(page.url()).search).toBe('?state=offline&search=nowhere')
    await expectAccessible(page)
  })

  test('text that is typed just as a search begins is neither lost nor left out of the search', async () => {
    const page = await openPage(DEMO_FLEET)
    const field = page.getByRole('searchbox')
    await field.evaluate((input: HTMLInputElement) => {
      const replaceState = history.replaceState.bind(history)
      history.replaceState = (...args) => {
        history.replaceState = replaceState
        replaceState(...args)
        input.value = 'quayside left'
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
    })
    await field.fill('quay')
    await expect.poll(() => names(page)).toEqual(['Quayside Counter Left'])
    expect(await field.inputValue()).toBe('quayside left')
  })

  test('what the service says of a search of too many words is shown, and the devices stay', async () => {
    const page = await openPage(DEMO_FLEET, { expectedErrors: /a status of 400/ })
    await page.locator('tr[data-device]').first().waitFor()
    await page.getByRole('searchbox').fill(Array.from({ length: 21 }, (_, n) => `word${n}`).join(' '))
    await page.locator('#notice', { hasText: 'at most 20' }).waitFor()
    expect(await names(page)).toHaveLength(6)
    await page.getByRole('searchbox').fill('lobby')
    await expect.poll(() => names(page)).toEqual(['Quayside Front Lobby'])
    expect(await page.locator('#notice').innerText()).toBe('')
  })

  test('the keyboard moves the focus from row to row', async () => {
    const page = await openPage(DEMO_FLEET, { viewport: { width: 1440, height: 500 } })
    await page.locator('tr[data-device]').first().waitFor()
    await page.getByRole('button', { name: 'Export CSV' }).focus()
    await page.keyboard.press('Tab')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    const visited = []
    for (const key of [
      '',
      'ArrowDown',
      'ArrowDown',
      'ArrowUp',
      'End',
      'PageUp',
      'Home',
      'ArrowLeft',
      'ArrowDown',
    ]) {
      if (key !== '') await page.keyboard.press(key)
      visited.push(await focused())
    }
    expect(visited).toEqual([
      'Quayside',
      'Quayside Window',
      'Quayside Counter Left',
      'Quayside Window',
      'Spare Player',
      'Quayside',
      'Quayside',
      'Quayside',
      'Rooftop',
    ])
  })

  test('times are formatted for the language of the browser', async () => {
    const page = await openPage(DEMO_FLEET, { locale: 'de-DE' })
    await page
      .getByText(/^99,\d\d %/)
      .first()
      .waitFor()
  })
})

describe('the key', () => {
  test('is removed from the address, stored in the tab only, and forgotten on request', async () => {
    const page = await openPage(DEMO_FLEET)
    await page.locator('tr[data-device]').first().waitFor()
    expect(page.url()).toBe(`${demo.address}/app/`)
    await page.reload()
    await page.locator('tr[data-device]').first().waitFor()
    await page.getByRole('button', { name: 'Forget key' }).click()
    expect(await page.locator('tr[data-device]').count()).toBe(0)
    await page.reload()
    await page.getByLabel('API key').waitFor()
    expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).toBe(
      '[{},{}]',
    )
    const log = demo
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(log.join('\n')).not.toContain('demo-operations-key')
  })

  test.each([
    ['no-such-key', 'This key is not valid. It may be mistyped, expired or revoked.'],
    ['clé', 'This key is not valid. It may be mistyped, expired or revoked.'],
    ['demo-menus-only-key', 'This key cannot read devices. It needs the scope device:read.'],
  ])('%s is rejected with an explanation', async (key, sentence) => {
    const page = await openPage(`${demo.address}/app/`, { expectedErrors: REJECTED })
    await expectAccessible(page)
    const field = page.getByLabel('API key')
    expect(await field.getAttribute('type')).toBe('password')
    await field.fill(key)
    await page.keyboard.press('Enter')
    await page.getByText(sentence).waitFor()
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await expectAccessible(page)
  })
})

describe('the page', () => {
  test('shows devices that go offline or online, and rejects a revoked key', async () => {
    const here = { last_heartbeat_at: '-PT1M' }
    const server = await serve(
      devicesDocument(device('a', { ...here, name: 'A' }), device('b', { name: 'B' })),
    )
    const page = await openPage(server.fleet, { hasClock: true, expectedErrors: REJECTED })
    await page.locator('[data-state="online"]', { hasText: 'A' }).waitFor()
    await page.locator('[data-state="never"]', { hasText: 'B' }).waitFor()

    await signage(['devices', 'heartbeat', 'b'], { environment: server.environment })
    await server.put(devicesDocument(device('a', { name: 'A', last_heartbeat_at: '-PT6M' })))
    await page.clock.fastForward(16_000)
    await page.locator('[data-state="offline"]', { hasText: 'A' }).waitFor()
    await page.locator('[data-state="online"]', { hasText: 'B' }).waitFor()
    expect(await names(page)).toEqual(['A', 'B'])
    await page.getByRole('radio', { name: '1 Offline' }).waitFor()

    const { stdout } = await signage(['keys', 'list', '--json'], { environment: server.environment })
    const [key] = JSON.parse(stdout)
    const { code } = await signage(['keys', 'revoke', key.id], { environment: server.environment })
    expect(code).toBe(0)
    await page.clock.fastForward(16_000)
    await page.getByText('This key is not valid').waitFor()
    expect(await page.locator('tr[data-device]').count()).toBe(0)
  })

  test('reports that the service is unavailable, keeps its devices, and recovers', async () => {
    const { stop, address, environment, fleet } = await serve(devicesDocument(device('a', { name: 'A' })))
    const page = await openPage(fleet, { hasClock: true, expectedErrors: /ERR_|a status of 503/ })
    await page.locator('tr[data-device]').waitFor()
    await stop()
    await page.clock.fastForward(16_000)
    await page.getByText('The service is not responding.').waitFor()
    expect(await names(page)).toEqual(['A'])
    await expectAccessible(page)
    await startServer({ ...environment, PORT: new URL(address).port })
    await page.clock.fastForward(16_000)
    await page.getByText('The service is not responding.').waitFor({ state: 'detached' })
  })

  test.each([
    ['the fleet', (page: Page) => page.locator('tr[data-device]').first().waitFor()],
    [
      'a device',
      async (page: Page) => {
        await page.locator('a.detail').first().click()
        await page.locator('dialog', { hasText: /30 days/ }).waitFor()
      },
    ],
  ])('sends no requests while it is hidden, and shows %s', async (shown, show) => {
    const page = await openPage(DEMO_FLEET, { hasClock: true })
    await show(page)
    await page.waitForLoadState('networkidle')
    let requests = 0
    page.on('request', () => requests++)
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
    await page.clock.fastForward(60_000)
    await page.clock.runFor(60_000)
    expect(requests).toBe(0)
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: false })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await page.waitForResponse(shown === 'a device' ? /\/outages$/ : /\/fleet\?/)
  })
})

test('markup, unknown orientations and invalid resolutions are shown as text', async () => {
  const name = `<img src=x onerror=alert(1)> "&amp;" ${'Überlänge'.repeat(12)}`
  const strange = { name, screen_resolution: 'huge <b>', screen_orientation: 'sideways' }
  const { fleet } = await serve(
    devicesDocument(device('s', strange), device('t', { screen_resolution: '0x0' })),
  )
  const page = await openPage(fleet, { viewport: { width: 360, height: 740 } })
  await page.getByText(name).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByText(name).click()
  await page.getByRole('dialog').getByText('huge <b>, sideways').waitFor()
})
