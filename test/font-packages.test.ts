import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startService } from './support/service.ts'

/* The packages with Japanese fonts are installed in the repository, but not beside the installed package. */

const { get } = await startService({ users: [] })

test.each(['ja', 'ja-JP'])(
  'the fonts of the language %s are served from packages beside the service',
  async (locale) => {
    const { body } = await get(`/app/board?locale=${locale}&theme=ramen`)
    expect(body).toContain('<link rel="stylesheet" href="../app/board/fonts/ja.css">')
    const sheet = await get('/app/board/fonts/ja.css', { 'accept-encoding': 'gzip' })
    expect(sheet.headers['content-encoding']).toBe('gzip')
    const text = gunzipSync(sheet.rawPayload).toString()
    const named = Array.from(text.matchAll(/url\(([^)]+)\)/g), ([, url = '']) => `/app/board/fonts/${url}`)
    expect(named.length).toBeGreaterThan(200)
    for (const url of [named[0] ?? '', named[named.length - 1] ?? '']) {
      expect(url).toMatch(/^\/app\/board\/fonts\/[\w-]+-[\d.]+\/[\w-]+\.woff2$/)
      expect((await get(url)).headers['content-type']).toBe('font/woff2')
    }
  },
)
