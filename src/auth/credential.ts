import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 30 characters of 62 hold 178 random bits. */
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const OWN_KEY = /^sgn_[0-9A-Za-z]{36}$/

/** What may stand in a header as a key: visible ASCII without spaces. */
export const KEY_PATTERN = '^[\\x21-\\x7e]{1,512}$'
const KEY = new RegExp(KEY_PATTERN)

/** A new API key: `sgn_`, 178 random bits, and a checksum by which a mistyped or truncated one is recognised. */
export function createKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `sgn_${random}${checksum(random)}`
}

/** Whether a text can be a key at all: one of ours carries a right checksum, one from elsewhere fits a header. */
export function isPossibleKey(text: string): boolean {
  if (!OWN_KEY.test(text)) return KEY.test(text)
  return text.endsWith(checksum(text.slice(4, 4 + RANDOM_LENGTH)))
}

/** The only form in which a key is stored: its SHA-256 in hexadecimal digits. */
export function hashKey(key: string): string {
  return hash('sha256', key)
}

/** What people call a key by: the beginning of its hash, so that it is the same in every database. */
export function keyId(keyHash: string): string {
  return `key_${keyHash.slice(0, 16)}`
}

/** The beginning of a key, enough to recognise it by and a quarter of it at most. */
export function keyPrefix(key: string): string {
  return key.slice(0, Math.min(8, Math.floor(key.length / 4)))
}

function checksum(random: string): string {
  let rest = crc32(random)
  let digits = ''
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
    digits = `${ALPHABET[rest % 62]}${digits}`
    rest = Math.floor(rest / 62)
  }
  return digits
}
