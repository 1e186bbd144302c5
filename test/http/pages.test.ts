import { readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createAssets } from '../../src/pages/assets.ts'
import { createInstalledFonts } from '../../src/pages/installed-fonts.ts'
import { startService } from '../support/service.ts'

const { get, send } = await startService({ users: [] }, { deviceBasePath: '/api', menuBasePath: '/menu-api' })

const PAGES = ['/', '/app/', '/app/menus', '/app/stock', '/app/board', '/tv', '/docs/events']
const { names } = createAssets({}, createInstalledFonts())
const assets = names.filter((name) => !/\.(html|woff2)$/.test(name)).map((name) => `/app/${name}`)
const fonts = names.filter((name) => name.endsWith('.woff2')).map((name) => `/app/${name}`)
const everything = [...PAGES, ...assets]

/** The path of what a file names, as a browser finds it. */
const pathFrom = (url: string, named: string) => new URL(named, new URL(url, 'http://x')).pathname
/** The paths of what a page names. */
const pathsIn = (url: string, body: string) =>
  Array.from(body.matchAll(/(?:href|src)="(\.[^"#]*)/g), ([, named = '']) => pathFrom(url, named))

describe.each(everything)('%s', (url) => {
  test('is served in the content encoding that the browser accepts', async () => {
    const plain = await get(url)
    expect(plain.statusCode).toBe(200)
    expect(plain.headers['vary']).toContain('Accept-Encoding')
    const br = await get(url, { 'accept-encoding': 'gzip, deflate, br' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true)
    const gzip = await get(url, { 'accept-encoding': 'gzip' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
  })

  test('is revalidated each time, and sent again only if it changed', async () => {
    const { headers } = await get(url, { 'accept-encoding': 'br' })
    expect(headers['cache-control']).toBe('no-cache')
    const again = await get(url, { 'accept-encoding': 'br', 'if-none-match': String(headers['etag']) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(again.headers['etag']).toBe(headers['etag'])
    const gzip = await get(url, { 'accept-encoding': 'gzip', 'if-none-match': String(headers['etag']) })
    expect(gzip.statusCode).toBe(200)
  })

  test('has a policy that allows only scripts and styles of the service', async () => {
    const policy = String((await get(url)).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; ")
    expect(policy).toContain(`frame-ancestors '${url === '/app/board' ? 'self' : 'none'}'`)
    expect(policy).not.toMatch(/\*|https?:|unsafe/)
  })

  test('HEAD has the headers of GET, and other methods are not allowed', async () => {
    const { headers } = await get(url)
    const head = await send({ method: 'HEAD', url })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    for (const name of ['etag', 'content-type', 'content-length'])
      expect(head.headers[name]).toBe(headers[name])
    const post = await send({ method: 'POST', url })
    expect([post.statusCode, post.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

test.each(PAGES)('%s contains nothing that its policy forbids', async (url) => {
  const { body, headers } = await get(url)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|javascript:|style=|https?:/i)
  expect(body).not.toContain('{{')
})

test.each([...PAGES, '/app', '/app/menus/', '/app/board/', '/tv/'])(
  '%s links only to files that exist, none by its path',
  async (url) => {
    const { body } = await get(url)
    expect(body).not.toMatch(/(?:href|src)="\//)
    const links = pathsIn(url, body)
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect((await get(link)).statusCode, link).toBe(200)
  },
)

test.each(['/app/', '/app/menus', '/app/stock', '/app/board', '/tv'])(
  '%s contains the base paths of both interfaces',
  async (url) => {
    const { body } = await get(url)
    expect(body).toContain('<meta name="device-base-path" content="/api">')
    expect(body).toContain('<meta name="menu-base-path" content="/menu-api">')
  },
)

test.each(['/app/menus', '/app/stock', '/app/'])('%s preloads all of its scripts', async (url) => {
  const { body } = await get(url)
  const named = pathsIn(url, body).filter((name) => name.endsWith('.js'))
  for (const script of named) {
    const { body: text } = await get(script)
    for (const [, path = ''] of text.matchAll(/from '([^']+)'/g))
      expect(named, `${script} imports ${path}`).toContain(pathFrom(script, path))
  }
})

describe('fonts', () => {
  test('are kept by browsers for ever, and are not compressed again', async () => {
    expect(fonts.length).toBeGreaterThan(30)
    for (const url of fonts) {
      const { statusCode, headers, rawPayload } = await get(url, { 'accept-encoding': 'br, gzip' })
      expect(statusCode, url).toBe(200)
      expect(headers['content-type']).toBe('font/woff2')
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(headers).not.toHaveProperty('content-encoding')
      expect(rawPayload.subarray(0, 4).toString()).toBe('wOF2')
      expect(url).toMatch(/-\d+\.\d+\.\d+\//)
    }
  })

  test('that style sheets name are all served', async () => {
    const sheets = assets.filter((name) => name.endsWith('.css'))
    const texts = await Promise.all(sheets.map(async (url) => (await get(url)).body))
    const named = texts.flatMap((text, n) =>
      Array.from(text.matchAll(/url\((\.[^)]+)\)/g), ([, font = '']) => pathFrom(sheets[n] ?? '', font)),
    )
    expect(new Set(named)).toEqual(new Set(fonts))
    expect(texts.join('')).not.toContain('font-display: swap')
  })

  test.each(['de', 'ko', 'nonsense_', '../ja'])('of the language %s need no link', async (locale) => {
    const { body } = await get(`/app/board?locale=${encodeURIComponent(locale)}&theme=ramen`)
    expect(body.match(/rel="stylesheet"/g)).toHaveLength(2)
  })
})

test.each([
  ['?theme=wine', ['index.css', 'looks/wine.css']],
  ['?theme=wine&theme=cafe', ['index.css', 'looks/wine.css']],
  ['?theme=wine%20', ['index.css', 'looks/wine.css']],
  ['?theme=../index', ['index.css', 'looks/slate.css']],
  ['?theme=%22%3E%3Cscript%3E', ['index.css', 'looks/slate.css']],
  ['?theme=constructor', ['index.css', 'looks/slate.css']],
  ['', ['index.css', 'looks/slate.css']],
])('/app/board%s links to the style sheet of its look only', async (query, sheets) => {
  const { body } = await get(`/app/board${query}`)
  const linked = Array.from(
    body.matchAll(/rel="stylesheet" href="\.\.\/app\/board\/([^"]+)"/g),
    ([, name]) => name,
  )
  expect(linked).toEqual(sheets)
})

test.each([
  '/app/index.html',
  '/app/board/fonts',
  '/app/board/fonts/inter-5.3.0',
  '/app/board/fonts/inter-5.3.0/LICENSE',
  '/app/board/fonts/noto-sans-jp-5.3.1/..%2fpackage.json',
  '/app/board/fonts/noto-sans-jp-5.3.1/nothing.woff2',
  '/app/fleet/index.html',
  '/app/fleet/fleet.ts',
  '/app/tsconfig.json',
  '/app/../package.json',
  '/app/%2e%2e/package.json',
  '/app/shared/..%2f..%2fcli.js',
  '/app/nothing.js',
])('%s is not served', async (url) => {
  expect((await get(url)).statusCode).toBe(404)
})

test.each(['/nothing', '/nothing/', '/app/nothing', '/docs/nothing', '/app/nothing/at/all?x=/y'])(
  '%s is JSON like every error, also in a browser',
  async (url) => {
    const { statusCode, headers, body } = await get(url, { accept: 'text/html,*/*;q=0.8' })
    expect([statusCode, body]).toEqual([404, '{"message":"Not found"}'])
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  },
)

test('only origins in FRAME_ANCESTORS may show pages in a frame', async () => {
  const framed = await startService(
    { users: [] },
    { frameAncestors: ['https://wall.example', 'https://other.example'] },
  )
  for (const [url, itself] of [
    ['/app/board', "'self' "],
    ['/app/menus', ''],
  ] as const) {
    const { headers } = await framed.get(url)
    const ancestors = `frame-ancestors ${itself}https://wall.example https://other.example`
    expect(headers['content-security-policy']).toContain(ancestors)
    expect(headers).not.toHaveProperty('x-frame-options')
  }
})

test('without FRAME_ANCESTORS, only the service itself may show a board in a frame, and nobody another page', async () => {
  expect((await get('/app/board')).headers['x-frame-options']).toBe('SAMEORIGIN')
  for (const url of PAGES.filter((page) => page !== '/app/board'))
    expect((await get(url)).headers['x-frame-options'], url).toBe('DENY')
})

test('no source of a page or a board sets HTML, which Preact could', () => {
  const source = new URL('../../src/', import.meta.url)
  for (const folder of ['boards', 'browser', 'pages'])
    for (const name of readdirSync(new URL(folder, source), { recursive: true, encoding: 'utf8' }))
      if (/\.tsx?$/.test(name))
        expect(readFileSync(new URL(`${folder}/${name}`, source), 'utf8'), name).not.toMatch(/innerHTML/i)
})

test('scripts write no HTML, Safari reads their expressions, and styles load nothing from other origins', async () => {
  // The reader of OpenAPI is not ours. Its page has a policy, too, and a test of it in a browser.
  for (const url of assets.filter((name) => /(?<!\/scalar)\.(js|css)$/.test(name))) {
    const { body } = await get(url)
    expect(body, url).not.toMatch(/outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/)
    expect(body, `${url}: Safari reads no lookbehind before 16.4`).not.toMatch(/\(\?<[=!]/)
    expect(body.replaceAll('http://www.w3.org/', ''), url).not.toMatch(
      /url\((?!["']?data:|(?:\.\.\/)+board\/fonts\/)|@import|https?:\/\//,
    )
  }
})
