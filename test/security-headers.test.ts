import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { device, devicesDocument, KEY, menu, withBearer, withKey } from './support/documents.ts'
import { startService } from './support/service.ts'

const { get, send, app, database } = await startService({
  ...devicesDocument(device('d')),
  menus: [menu('m')],
  apiKeys: [{ key: KEY, name: 'all', user: 'ops', scopes: ['device:read'], menus: ['m'] }],
})

describe('every answer', () => {
  const asked = [
    ['/devices/d', 200],
    ['/v1/menus', 200],
    ['/livez', 200],
    ['/openapi.json', 200],
    ['/docs', 200],
    ['/docs/static/swagger-ui.css', 200],
    ['/docs/static/nothing', 404],
    ['/nothing', 404],
    ['/%', 400],
  ] as const

  test.each(asked)('%s: is what it says it is, and has an id', async (url, status) => {
    const { statusCode, headers } = await get(url, { ...withKey, ...withBearer, 'x-request-id': 'mine' })
    expect(statusCode).toBe(status)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-request-id']).toBe('mine')
  })

  test.each(asked)('%s: says not what made it', async (url) => {
    const { headers } = await get(url)
    for (const banner of ['server', 'x-powered-by', 'via']) expect(headers).not.toHaveProperty(banner)
  })

  test('is the same the short way', async () => {
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    for (const url of ['/devices/d', '/v1/menus']) {
      for (let n = 0; n < 3; n++) {
        const answer = await fetch(`${address}${url}`, { headers: { ...withKey, ...withBearer } })
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
        await answer.text()
      }
    }
  })

  test('also a preflight and a refused method', async () => {
    for (const method of ['OPTIONS', 'POST'] as const) {
      expect((await send({ method, url: '/v1/menus' })).headers['x-content-type-options']).toBe('nosniff')
    }
  })
})

describe('the pages at /docs', () => {
  test('run nothing but their own scripts, load nothing from elsewhere, and cannot be framed', async () => {
    for (const url of ['/docs', '/docs/', '/docs/static/swagger-initializer.js']) {
      const { headers } = await get(url)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'; script-src 'self'; ")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/\*|https?:|unsafe-eval|script-src[^;]*unsafe/)
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['referrer-policy']).toBe('no-referrer')
    }
  })

  test('ask for nothing that the policy forbids', async () => {
    const page = (await get('/docs')).body
    expect(page).not.toMatch(/<script(?![^>]* src=)|\son\w+=|javascript:|style=/i)
    const styles =
      (await get('/docs/static/swagger-ui.css')).body + (await get('/docs/static/index.css')).body
    expect(styles).not.toMatch(/url\((?!["']?data:)|@import/)
    expect((await get('/docs/static/swagger-initializer.js')).body).not.toMatch(/url"?: *["']https?:/i)
  })

  test.each(['/docs/static/%00', '/docs/static/..%2f..%2fpackage.json', '/docs/static/nothing'])(
    'a file that is not theirs is not found: %s',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ message: 'Not found' })
    },
  )

  test('have one line each in the log, as everything that is asked', async () => {
    const lines: string[] = []
    const logger = pino({ base: null }, { write: (line: string) => lines.push(line) })
    const logged = await buildApp({ database, logger })
    const address = await logged.listen({ host: '127.0.0.1', port: 0 })
    for (const path of ['/docs/static/nothing', '/openapi.json'])
      await (await fetch(`${address}${path}`)).text()
    await logged.close()
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    expect(requests).toMatchObject([
      { status: 404, route: '/docs/*' },
      { status: 200, route: '/openapi.json' },
    ])
  })
})
