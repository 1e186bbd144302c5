import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { DEFAULT_LIMITS } from '../src/http/server/limits.ts'
import { CERTIFICATE } from './support/connect-proxy.ts'
import { group, item, KEY, menu, menusDocument, withKey } from './support/documents.ts'
import { followGuide } from './support/guide.ts'
import { codeBlock, codeBlocks, readPage } from './support/markdown.ts'
import { type Directive, parseNginx } from './support/nginx.ts'
import { startService } from './support/service.ts'
import { startNginx } from './support/start-nginx.ts'

const DEPLOY = 'docs/how-to/deploy.md'
const nginx = codeBlock(DEPLOY, ({ language }) => language === 'nginx')

const find = (directives: readonly Directive[], name: string, args?: string) =>
  directives.find((one) => one.name === name && (args === undefined || one.args.join(' ').includes(args)))

test('the nginx block of the guide has only what nginx 1.22 of Debian 12 knows', () => {
  const directives = parseNginx(nginx)
  const server = find(directives, 'server')?.children ?? []
  expect(find(server, 'listen')?.args).toEqual(['443', 'ssl', 'http2'])
  const stream = find(server, 'location', '/v1/groups/stream')?.children ?? []
  expect(find(stream, 'proxy_buffering')?.args).toEqual(['off'])
  // Idle connections to the service end after sixty seconds there, unless said otherwise.
  expect(find(directives, 'upstream')?.children.map(({ name }) => name)).toEqual(['server', 'keepalive'])
  expect(DEFAULT_LIMITS.keepAliveTimeoutMs).toBeGreaterThan(60_000)
})

test('nginx loads the block, and brings a request and a stream', async () => {
  const service = await startService(
    menusDocument(menu('lunch', { groups: [group('Soups', { items: [item('Leek')] })] })),
  )
  const address = await service.address()
  const block = nginx
    .replace('127.0.0.1:3000', new URL(address).host)
    .replace('/etc/ssl/signage.pem', CERTIFICATE)
    .replace('/etc/ssl/signage.key', CERTIFICATE.replace('certificate', 'key'))
  const running = await startNginx(block)
  expect(running.checked).toContain('syntax is ok')
  const token = (await service.get('/v1/stream-token', withKey)).json().token
  const session = connect(`https://127.0.0.1:${running.port}`, {
    ca: readFileSync(CERTIFICATE),
    servername: 'alerts.example',
  })
  onTestFinished(() => session.destroy())
  const ask = (path: string) => session.request({ ':path': path, 'x-api-key': KEY }).setEncoding('utf8')
  const [headers] = await once(ask('/v1/menus'), 'response')
  expect(headers[':status']).toBe(200)
  let events = ''
  ask(`/v1/groups/stream?token=${token}`).on('data', (text) => (events += text))
  await expect.poll(() => events).toContain('event: groups')
  await service.setStock('item-Leek', false)
  // A patch, or the whole menu if that is shorter.
  await expect.poll(() => events.match(/^event: /gm)).toHaveLength(2)
})

test.each([
  ['http2 on;', 'server', 'unknown directive "http2"'],
  ['proxy_pass http://signage;', 'server', '"proxy_pass" directive is not allowed here'],
  ['proxy_buffering of;', 'server', 'invalid arguments of "proxy_buffering"'],
])('a block with %s would not load', (added, context, message) => {
  expect(() =>
    parseNginx(nginx.replace(`${context} {\n    listen`, `${context} {\n    ${added}\n    listen`)),
  ).toThrow(message)
})

/** The variables of the block that has one, with a secret in place of what stands for it. */
function variablesOf(page: string): Record<string, string> {
  const block = codeBlock(page, ({ code }) => code.startsWith('HOST='))
  const lines = block
    .replace(/<[^>]*>/, '0123456789abcdef')
    .trim()
    .split('\n')
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

test('the variables of the guide allow heartbeats and alerts, whose messages have links', () => {
  const { allowsChanges, host, app } = readConfig({ NODE_ENV: 'production', ...variablesOf(DEPLOY) })
  expect([allowsChanges, host, app.publicUrl]).toEqual([true, '127.0.0.1', 'https://signage.example'])
  const docker = codeBlock(DEPLOY, ({ code }) => code.startsWith('docker build -t signage .'))
  expect(docker).toContain('-e CHANGES=on -e PUBLIC_URL=https://signage.example')
})

test('all of it in production: every command works on a service with the variables of the guide', async () => {
  const { METRICS_PORT: _, ...variables } = variablesOf(DEPLOY)
  const followed = await followGuide('docs/how-to/production.md', {
    serve: { before: 'signage keys create', variables },
  })
  for (const { code, exitCode } of followed.steps) expect(exitCode, code).toBe(0)
  expect(followed.steps).toHaveLength(5)
})

test('the units of the backup do what the page does, and have no plain % or $', () => {
  const units = codeBlocks('docs/how-to/production.md').filter(({ language }) => language === 'ini')
  expect(units).toHaveLength(2)
  const [service = '', timer = ''] = units.map(({ code }) => code)
  const started = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(service)?.[1] ?? ''
  const run = started.replaceAll('$$', '$').replaceAll('%%', '%')
  expect(run).toBe('node /opt/signage/dist/bundle/cli.js backup "backups/signage-$(date +%F).db"')
  expect(readPage('docs/how-to/production.md')).toContain('signage backup "backups/signage-$(date +%F).db"')
  expect(timer).toContain('OnCalendar=daily')
})
