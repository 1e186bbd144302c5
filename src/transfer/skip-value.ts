import type { ByteWindow } from './byte-window.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const COMMA = 0x2c

/** More than any valid value has. A value that nests deeper is skipped without being kept in memory. */
const MAX_BRACKETS = 100_000

/**
 * Moves past the value that begins here, or to the end of the file. It looks only at quotes and brackets. If
 * the value is not JSON, it skips at least enough bytes for JSON.parse to fail.
 */
export function skipValue(window: ByteWindow): void {
  if (window.at === window.end && !window.more()) return
  const first = window.bytes[window.at]
  if (first === QUOTE) skipString(window)
  else if (first === OPEN_BRACKET || first === OPEN_BRACE) skipBrackets(window)
  else skipWord(window)
}

export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function skipString(window: ByteWindow): void {
  window.at += 1
  do {
    const { bytes, end } = window
    let { at } = window
    while (at < end && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
    window.at = at
    if (at < end) {
      window.at = at + 1
      return
    }
  } while (window.more())
}

function skipBrackets(window: ByteWindow): void {
  let depth = 0
  do {
    while (window.at < window.end) {
      const byte = nextMark(window)
      if (byte === QUOTE) skipString(window)
      else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) depth += 1
      else if (byte !== undefined) depth -= 1
      if (byte !== undefined && byte !== QUOTE) window.at += 1
      if (depth === 0) return
      if (depth > MAX_BRACKETS) window.drop()
    }
  } while (window.more())
}

/** Moves to the next quote or bracket in the window. */
function nextMark(window: ByteWindow): number | undefined {
  const { bytes, end } = window
  let { at } = window
  while (at < end && !isMark(bytes[at])) at += 1
  window.at = at
  return at < end ? bytes[at] : undefined
}

function isMark(byte: number | undefined): boolean {
  return (
    byte === QUOTE ||
    byte === OPEN_BRACE ||
    byte === CLOSE_BRACE ||
    byte === OPEN_BRACKET ||
    byte === CLOSE_BRACKET
  )
}

/** Skips a number, true, false, null, or invalid text. */
function skipWord(window: ByteWindow): void {
  do {
    while (window.at < window.end) {
      if (endsWord(window.bytes[window.at])) return
      window.at += 1
    }
  } while (window.more())
}

function endsWord(byte: number | undefined): boolean {
  return isBlank(byte) || byte === COMMA || byte === CLOSE_BRACKET || byte === CLOSE_BRACE
}
