import { Kind, type TUnsafe, Type, TypeRegistry } from '@sinclair/typebox'
import { isAddressRange } from '../lib/address-ranges.ts'
import { DATABASE_URL_FORMS, isDatabaseUrl } from '../storage/database-url.ts'

// The rules of variables. In error messages, `mustBe` is the rule in words. Values of variables with `isSecret` are never repeated.

/** A path prefix: empty, or without a slash at its end. */
export const basePath = (description: string) =>
  Type.String({
    default: '',
    pattern: '^(/[A-Za-z0-9._~-]+)*$',
    mustBe: 'empty or a path such as /api, without a slash at its end',
    description,
  })

interface Checked {
  readonly check: (text: string) => boolean
  readonly mustBe: string
}

TypeRegistry.Set<Checked>('Checked', ({ check }, text) => check(`${text}`))

/** A text that a function accepts. */
function checkedText(rule: Checked, options: object): TUnsafe<string> {
  return Type.Unsafe({ [Kind]: 'Checked', type: 'string', ...rule, ...options })
}

/** A database, as a path or a URL. */
export function databaseUrl(options: { default: string; description: string }): TUnsafe<string> {
  return checkedText({ check: isDatabaseUrl, mustBe: DATABASE_URL_FORMS }, { isSecret: true, ...options })
}

/** The origins of web pages as browsers send them (RFC 6454), separated by commas; or `*` for all. */
export function origins(options: { default: string; description: string }): TUnsafe<string> {
  const check = (text: string) => text === '*' || (text !== '' && text.split(',').every(isOrigin))
  const mustBe = '* or origins as browsers send them, such as https://board.example, separated by commas'
  return checkedText({ check, mustBe }, options)
}

function isOrigin(text: string): boolean {
  const origin = text.trim()
  return /^https?:[^*]+$/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin
}

/** The digits of a number. As a number, the type would accept "Infinity" and "1e3". */
export function wholeNumberSetting(
  minimum: number,
  maximum: number,
  options: { default: string; description: string },
): TUnsafe<string> {
  const check = (text: string) => isBetween(text, minimum, maximum)
  return checkedText({ check, mustBe: `a whole number from ${minimum} to ${maximum}` }, options)
}

function isBetween(text: string, minimum: number, maximum: number): boolean {
  return /^\d{1,15}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum
}

/** IP addresses, or ranges of them as in CIDR, separated by commas. */
export function addressRanges(options: { description: string; isSecret?: boolean }): TUnsafe<string> {
  const check = (text: string) => splitList(text).every(isAddressRange)
  const mustBe = 'addresses or ranges such as 10.0.0.0/8, separated by commas'
  return checkedText({ check, mustBe }, { default: '', ...options })
}

const PROXY = /^(https?:\/\/)?([^\s/@:]+(:[^\s/@]*)?@)?(\[[0-9a-fA-F:.]+\]|[^\s/@:[\]"']+)(:\d{1,5})?\/?$/

/** The address of a proxy, which may contain a password. */
export function proxyAddress(description: string): TUnsafe<string> {
  const mustBe = 'the address of an HTTP proxy such as http://proxy.example:3128'
  return checkedText({ check: isProxyAddress, mustBe }, { default: '', isSecret: true, description })
}

function isProxyAddress(text: string): boolean {
  try {
    const { username = '', password = '' } = proxyUrl(text) ?? {}
    decodeURIComponent(username + password)
    return text === '' || PROXY.test(text)
  } catch {
    return false
  }
}

/** The URL of a proxy, whose address may lack the protocol; undefined if there is none. */
export function proxyUrl(address: string): URL | undefined {
  return address === '' ? undefined : new URL(address.includes('://') ? address : `http://${address}`)
}

/** The elements of a comma-separated list. */
export function splitList(text: string): string[] {
  const elements = text.split(',').map((element) => element.trim())
  return elements.filter((element) => element !== '')
}
