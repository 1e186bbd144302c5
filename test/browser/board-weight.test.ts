import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openBoard } from '../support/board.ts'
import { startDemo } from '../support/process.ts'

const MAX_BYTES = 60 * 1024
const FILES = new URL('../../dist/browser/board/', import.meta.url)

test('all files of the board are smaller than 60 KiB gzipped, and the page names each of them', async () => {
  const demo = await startDemo()
  const page = await (await fetch(`${demo.address}/app/board`)).text()
  const linked = Array.from(page.matchAll(/(?:href|src)="\.\.(\/app\/[^"]+)"/g), ([, name]) => name ?? '')
  const names = readdirSync(FILES).filter(
    (name) => /\.(?:js|css)$/.test(name) && name !== 'service-worker.js',
  )
  const own = linked
    .filter((name) => name.startsWith('/app/board/'))
    .map((name) => name.slice('/app/board/'.length))
  expect(own.toSorted()).toEqual([...names, 'looks/slate.css'].toSorted())

  const paths = ['/app/board', ...linked, '/app/board/service-worker.js']
  const weights = await Promise.all(paths.map((path) => weightOf(demo.address + path)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  console.log(`The board weighs ${(total / 1024).toFixed(1)} KiB, gzipped, in ${paths.length} files`)
  expect(total).toBeLessThan(MAX_BYTES)
})

async function weightOf(url: string): Promise<number> {
  return gzipSync(await (await fetch(url)).text()).length
}

test('shows the menu of the demo, and prints how long that took', async () => {
  const demo = await startDemo()
  for (let run = 0; run < 3; run++) {
    const page = await openBoard(demo.address, '', {}, 'demo-operations-key')
    expect(await page.locator('.row', { hasText: 'Crab Toast' }).count()).toBe(1)
    const shown = await page.evaluate(() => performance.getEntriesByName('menu-shown')[0]?.startTime ?? 0)
    console.log(`The menu was shown after ${shown.toFixed(0)} ms`)
    await page.context().close()
  }
})
