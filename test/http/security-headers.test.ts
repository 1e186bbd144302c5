import { describe, expect, test } from 'vitest'
import { device, devicesDocument, KEY, menu, withBearer, withKey } from '../support/documents.ts'
import { startService } from '../support/service.ts'

const { get, send, address, requestLines } = await startService({
  ...devicesDocument(device('d')),
  menus: [menu('m')],
  apiKeys: [{ key: KEY, name: 'all', user: 'ops', scopes: ['device:read'], menus: ['m'] }],
})

describe('every response', () => {
  const requests = [
    ['/devices/d', 200],
    ['/v1/menus', 200],
    ['/livez', 200],
    ['/openapi.json', 200],
    ['/docs', 200],
    ['/docs/events', 200],
    ['/docs/nothing', 404],
    ['/nothing', 404],
    ['/%', 400],
  ] as const

  test.each(requests)('%s: has X-Content-Type-Options: nosniff and a request ID', async (url, status) => {
    const { statusCode, headers } = await get(url, { ...withKey, ...withBearer, 'x-request-id': 'mine' })
    expect(statusCode).toBe(status)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-request-id']).toBe('mine')
  })

  test.each(requests)('%s: does not name the software that sent it', async (url) => {
    const { headers } = await get(url)
    for (const banner of ['server', 'x-powered-by', 'via']) expect(headers).not.toHaveProperty(banner)
  })

  test('has X-Content-Type-Options: nosniff on the fast path, for a preflight and a method that is not allowed, too', async () => {
    for (const url of ['/devices/d', '/v1/menus']) {
      for (let n = 0; n < 3; n++) {
        const response = await fetch(`${await address()}${url}`, { headers: { ...withKey, ...withBearer } })
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
        await response.text()
      }
    }
    for (const method of ['OPTIONS', 'POST'] as const) {
      expect((await send({ method, url: '/v1/menus' })).headers['x-content-type-options']).toBe('nosniff')
    }
  })
})

describe('the page at /docs', () => {
  test('runs only its own scripts, loads nothing from other origins, and cannot be framed', async () => {
    for (const url of ['/docs', '/docs/']) {
      const { headers } = await get(url)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'; script-src 'self'; ")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/\*|https?:|unsafe-eval|script-src[^;]*unsafe/)
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['referrer-policy']).toBe('no-referrer')
    }
  })

  test('contains nothing that the policy forbids', async () => {
    const page = (await get('/docs')).body
    expect(page).not.toMatch(/<script(?![^>]* src=)|\son\w+=|javascript:|style=/i)
    expect((await get('/app/reference/index.css')).body).not.toMatch(/url\((?!["']?data:)|@import/)
  })

  test.each(['/docs/%00', '/docs/..%2f..%2fpackage.json', '/docs/..%2f..%2fboard%2findex', '/docs/nothing'])(
    'has 404 for a file that does not belong to them: %s',
    async (url) => {
      const response = await get(url)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ message: 'Not found' })
    },
  )

  test('logs one line per request, like every route', async () => {
    const paths = ['/docs/nothing', '/openapi.json']
    const idOf = (path: string) => `log-of-${path}`
    for (const path of paths) {
      const headers = { 'x-request-id': idOf(path) }
      await (await fetch(`${await address()}${path}`, { headers })).text()
    }
    const isOfPaths = (id = '') => paths.map(idOf).includes(id)
    await expect
      .poll(() => requestLines().filter(({ requestId }) => isOfPaths(requestId)))
      .toMatchObject([
        { status: 404, route: '/docs/*' },
        { status: 200, route: '/openapi.json' },
      ])
  })
})
