import { describe, expect, test } from 'vitest'
import { checkedAddresses, SendError } from '../src/alerts/delivery/addresses.ts'
import { send } from '../src/alerts/delivery/send.ts'
import { startReceiver } from './support/alerts.ts'

const none = async () => expect.unreachable()
const check = (url: string, allowed: string[] = [], addresses?: string[]) =>
  checkedAddresses(new URL(url), allowed, addresses ? async () => addresses : none)

const INTERNAL = [
  '127.0.0.1',
  '127.1.2.3',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '0.0.0.0',
  '0.1.2.3',
  '192.0.0.170',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:0:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::a00:1',
  '2002:a00:1::1',
  '2001::a00:1',
  '2001:db8::1',
  '100::1',
  'fc00::1',
  'fd00::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
]

describe('an internal address is refused, as it is and as the address of a name', () => {
  test.each(INTERNAL)('%s', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address
    await expect(check(`https://${host}/`)).rejects.toThrow('is not public')
    await expect(check('https://a.example/', [], [address])).rejects.toThrow('is not public')
    await expect(check('https://a.example/', [], ['1.1.1.1', address])).rejects.toThrow('is not public')
  })

  test.each([
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://１２７.0.0.1/',
  ])('also in the spelling %s', async (url) => {
    await expect(check(url)).rejects.toThrow('is not public')
  })

  test('also if the system resolves its name', async () => {
    await expect(send(requestTo('https://localhost/'), { webhookAllow: [] })).rejects.toThrow('is not public')
  })
})

test.each([
  ['https://1.1.1.1/', ['1.1.1.1']],
  ['https://[2606:4700::1111]:8443/', ['2606:4700::1111']],
  ['https://a.example/', ['8.8.8.8']],
])('a public address is accepted: %s', async (url, addresses) => {
  expect(await check(url, [], addresses)).toEqual(addresses)
})

test.each([
  ['http://a.example/', 'its address must begin with https://'],
  ['https://a.example:22/', 'its address must have the port 443 or 8443'],
  ['https://user:secret@a.example/', 'its address must not contain a user or a password'],
])('%s is refused', async (url, reason) => {
  await expect(check(url, [], ['8.8.8.8'])).rejects.toThrow(reason)
})

test('a name without an address is refused', async () => {
  await expect(check('https://a.example/', [], [])).rejects.toThrow('its name has no address')
})

describe('WEBHOOK_ALLOW', () => {
  test.each([
    ['http://10.1.2.3:8080/', ['10.0.0.0/8']],
    ['http://10.1.2.3/', ['192.168.0.1', '10.1.2.3']],
    ['http://[fd00::7]:1234/', ['fd00::/8']],
    ['http://[::ffff:10.1.2.3]/', ['10.1.2.3/32']],
    ['http://[::1]/', ['::1']],
  ])('allows %s by %j', async (url, allowed) => {
    expect(await check(url, allowed)).toHaveLength(1)
  })

  test.each([
    ['http://10.1.2.3/', ['10.0.0.0/16', '::/0']],
    ['http://10.1.2.3/', ['10.1.2.4']],
    ['http://[fd00::7]/', ['10.0.0.0/8']],
  ])('does not allow %s by %j', async (url, allowed) => {
    await expect(check(url, allowed)).rejects.toThrow('is not public')
  })

  test('must name all addresses of a name', async () => {
    await expect(check('https://a.example/', ['10.0.0.0/8'], ['10.0.0.1', '192.168.0.1'])).rejects.toThrow()
    expect(await check('https://a.example/', ['10.0.0.0/8'], ['10.0.0.1', '1.1.1.1'])).toHaveLength(2)
  })
})

const requestTo = (url: string) => ({ url: new URL(url), headers: {}, body: '{}' })
const localOptions = { webhookAllow: ['127.0.0.1'], timeoutMs: 300 }

describe('sending', () => {
  test('connects to the address that was checked, whatever the name has become', async () => {
    const { url, received } = await startReceiver()
    let asked = 0
    const resolve = async () => {
      asked++
      return ['127.0.0.1']
    }
    const named = url.replace('127.0.0.1', 'receiver.invalid')
    expect((await send(requestTo(named), { ...localOptions, resolve })).status).toBe(200)
    expect(asked).toBe(1)
    expect(received[0]?.headers.host).toContain('receiver.invalid')
  })

  test('follows no redirect', async () => {
    const other = await startReceiver()
    const { url } = await startReceiver((response) => response.writeHead(307, { location: other.url }).end())
    expect((await send(requestTo(url), localOptions)).status).toBe(307)
    expect(other.received).toEqual([])
  })

  test('uses no proxy that it was not told of', async () => {
    const proxy = await startReceiver()
    const { url, received } = await startReceiver()
    process.env['http_proxy'] = process.env['HTTP_PROXY'] = new URL(proxy.url).origin
    await send(requestTo(url), localOptions)
    delete process.env['http_proxy']
    delete process.env['HTTP_PROXY']
    expect(received).toHaveLength(1)
    expect(proxy.received).toEqual([])
  })

  test('reads 64 kB of an answer without an end', async () => {
    const { url } = await startReceiver((response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1)
      response.once('close', () => clearInterval(timer))
    })
    const { status, body } = await send(requestTo(url), { ...localOptions, timeoutMs: 20_000 })
    expect([status, body.length]).toEqual([200, 65_536])
  })

  test('gives up on a receiver that never answers', async () => {
    const { url } = await startReceiver(() => {})
    await expect(send(requestTo(url), localOptions)).rejects.toEqual(new SendError('no answer within 0.3 s'))
  })

  test('takes the status of an answer without an end, and what it has read by then', async () => {
    const { url } = await startReceiver((response) => response.write('a'))
    const { status, body } = await send(requestTo(url), localOptions)
    expect([status, body.toString()]).toEqual([200, 'a'])
  })

  test('gives up on a name that is not resolved', async () => {
    const resolve = () => new Promise<never>(() => {})
    await expect(send(requestTo('https://a.example/'), { ...localOptions, resolve })).rejects.toThrow(
      'no answer within 0.3 s',
    )
  })

  test('says why it was impossible, without the address', async () => {
    await expect(send(requestTo('http://127.0.0.1:1/secret'), localOptions)).rejects.toEqual(
      new SendError('connection refused'),
    )
    await expect(send(requestTo('http://name.invalid/secret'), localOptions)).rejects.toEqual(
      new SendError('its name is unknown'),
    )
  })

  test('wants a valid certificate', async () => {
    const { url } = await startReceiver()
    await expect(send(requestTo(url.replace('http:', 'https:')), localOptions)).rejects.toThrow(SendError)
  })
})
