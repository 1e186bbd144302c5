import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createKey, hashKey, isPossibleKey, keyIdOfHash, keyPrefix } from '../src/auth/credential.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const OWN = `sgn_${'0'.repeat(30)}`

describe('a new key', () => {
  test('consists of sgn_, 30 random characters from the whole alphabet, and a checksum', () => {
    const keys = Array.from({ length: 1000 }, createKey)
    for (const key of keys) expect(key).toMatch(/^sgn_[0-9A-Za-z]{36}$/)
    expect(new Set(keys).size).toBe(1000)
    expect([...new Set(keys.flatMap((key) => [...key.slice(4, 34)]))].sort().join('')).toBe(ALPHABET)
  })

  test('fails its checksum if any one character is wrong', () => {
    const key = createKey()
    expect(isPossibleKey(key)).toBe(true)
    for (let n = 4; n < key.length; n++) {
      const other = key[n] === 'a' ? 'b' : 'a'
      expect(isPossibleKey(`${key.slice(0, n)}${other}${key.slice(n + 1)}`), `at ${n}`).toBe(false)
    }
  })

  test('of today and of every version before stays valid', () => {
    expect(isPossibleKey('sgn_0000000000000000000000000000002C8GjS')).toBe(true)
  })

  test('matches the pattern and the checksum example that SECURITY.md gives to secret scanners', () => {
    const key = createKey()
    const page = readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8')
    const [, pattern = ''] = /^```\n(.+)\n```$/m.exec(page) ?? []
    expect(`key=${key};`).toMatch(new RegExp(pattern))
    expect(`${key}0`).not.toMatch(new RegExp(pattern))
    const [, random, digits] = /characters `(\w{30})` it is\s+`(\w{6})`/.exec(page) ?? []
    expect(isPossibleKey(`sgn_${random}${digits}`)).toBe(true)
    expect(isPossibleKey(`sgn_${digits}${random}`)).toBe(false)
  })
})

test.each([
  ['one character', 'a', true],
  ['512 characters', 'a'.repeat(512), true],
  ['513 characters', 'a'.repeat(513), false],
  ['nothing', '', false],
  ['a space', 'a b', false],
  ['a character beyond ASCII', 'clé', false],
  ['a control character', 'a\u007f', false],
  ['the form of our keys behind other characters', `x${OWN}000000`, true],
  ['the form of our keys before other characters', `${OWN}000000x`, true],
  ['the form of our keys, too short', `${OWN}00000`, true],
])('a key may be any visible ASCII of up to 512 characters: %s', (_, text, isPossible) => {
  expect(isPossibleKey(text)).toBe(isPossible)
})

test('a key is stored by its SHA-256, and called by the first 16 digits of that', () => {
  const hash = hashKey('test')
  expect(hash).toBe('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08')
  expect(keyIdOfHash(hash)).toBe('key_9f86d081884c7d65')
})

test.each([
  ['a'.repeat(40), 8],
  ['a'.repeat(32), 8],
  ['a'.repeat(31), 7],
  ['short', 1],
  ['abc', 0],
])('at most a quarter of a key, and at most 8 characters, are shown: %s', (key, length) => {
  expect(keyPrefix(key)).toBe(key.slice(0, length))
})
