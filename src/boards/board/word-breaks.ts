import { appendTo, element, ownText } from '../../browser/elements.ts'
import { shortened, type TextKind } from '../shared/shown-text.ts'

/** Chinese or Japanese letters, whose words have no spaces between them. Shorter texts than this stay in one line. */
const LONG_RUN = /([\u3005-\u3007\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]{7,})/
const KANA_AT_END = /[\u3041-\u3096\u30a1-\u30ff]$/
/** The most letters of words that are joined because one of them is a single letter. */
const MAX_JOINED = 4

/** A long word, which browsers may hyphenate. */
const LONG_WORD = /[A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u04ff]{10}/

/** The parts between which lines may end. */
const PARTS = / +|-+|[^ -]+-*/g

/** Creates an element for a text of a menu, whose words are broken as seldom as possible. It is cut if it is far too long. */
export function shownWords(kind: TextKind, text: string): HTMLElement {
  const created = ownText('', '')
  appendTo(created, withWordBreaks(shortened(kind, text)))
  return created
}

/**
 * Returns the nodes of a text in which a word is broken only if it is wider than a line. A long word is a box, which may be
 * hyphenated.
 */
function withWordBreaks(text: string): (Node | string)[] {
  if (!LONG_WORD.test(text)) return withPhrases(text)
  const parts = text.match(PARTS) ?? []
  return parts.flatMap((part) =>
    LONG_WORD.test(part) ? [element('span', 'long-word', part)] : withPhrases(part),
  )
}

/**
 * Adds places to break between the words of long Chinese and Japanese names; none if the browser does not know words, as Chromium
 * before version 87.
 */
function withPhrases(text: string): (Node | string)[] {
  if (!LONG_RUN.test(text) || !Intl.Segmenter) return [text]
  const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
  // If a text is split by an expression with a group, the matches are at odd indices.
  return text.split(LONG_RUN).map((part, index) => (index % 2 === 0 ? part : phrase(part, segmenter)))
}

function phrase(run: string, segmenter: Intl.Segmenter): HTMLElement {
  const words = wordsOf(run, segmenter)
  const parts = words.flatMap((word, index) => (index === 0 ? [word] : [element('wbr', ''), word]))
  return element('span', 'phrase', ...parts)
}

function wordsOf(run: string, segmenter: Intl.Segmenter): readonly string[] {
  const words: string[] = []
  for (const { segment } of segmenter.segment(run)) {
    const last = words[words.length - 1]
    if (last !== undefined && areJoined(last, segment)) words[words.length - 1] = last + segment
    else words.push(segment)
  }
  return joinLastLetter(words)
}

/** A single letter is a particle, or part of the word before it; after a particle, it is part of the next word. */
function areJoined(last: string, next: string): boolean {
  if (last.length + next.length > MAX_JOINED) return false
  const isParticle = next.length === 1 && KANA_AT_END.test(next)
  return last.length === 1 || isParticle || (next.length === 1 && !KANA_AT_END.test(last))
}

/** A line with a single letter would look like a mistake. */
function joinLastLetter(words: readonly string[]): readonly string[] {
  const last = words[words.length - 1] ?? ''
  return last.length === 1 && words.length > 1
    ? [...words.slice(0, -2), `${words[words.length - 2]}${last}`]
    : words
}
