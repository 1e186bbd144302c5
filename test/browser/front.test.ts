import { expect, test } from 'vitest'
import { expectAccessible, openPage } from '../support/browser.ts'
import { startDemo } from '../support/process.ts'

test('the front page says what this is', async () => {
  const demo = await startDemo()
  const page = await openPage(demo.address)
  expect(await page.title()).toContain('signage-service')
  await expectAccessible(page)
  await demo.stop()
})
