import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The length of the random part of a new key. 30 characters of 62 kinds hold 178 random bits. */
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
/** The form of every key that the service has ever made. Never replace this form: add another, because stored keys must stay valid. */
const OWN_KEY = /^sgn_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** The form of any key in a header, also one from elsewhere: 1 to 512 characters of visible ASCII without spaces. */
const KEY = /^[\x21-\x7e]{1,512}$/
export const KEY_PATTERN = KEY.source

/** Creates an API key of 40 characters: `sgn_`, a random part, and a checksum that detects mistyped and truncated keys. */
export function createKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `sgn_${random}${checksum(random)}`
}

/**
 * Whether a text can be a key. A text in the form of our own keys needs a correct checksum. Any other text
 * only needs to fit in a header, since keys may come from elsewhere.
 */
export function isPossibleKey(text: string): boolean {
  const [, random, sum] = OWN_KEY.exec(text) ?? []
  return random === undefined ? KEY.test(text) : sum === checksum(random)
}

/** The only form in which a key is stored: its SHA-256 in hexadecimal digits. */
export function hashKey(key: string): string {
  return hash('sha256', key)
}

/** The id by which people refer to a key. It is taken from the hash, so it is the same in every database. */
export function keyIdOfHash(keyHash: string): string {
  return `key_${keyHash.slice(0, 16)}`
}

/** The first characters of a key: enough to recognise it, but at most a quarter of it. */
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
