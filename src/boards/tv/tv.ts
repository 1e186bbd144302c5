/*
 * The basic board, for televisions from 2018 to 2021. The build translates its scripts to ES5, but adds no polyfills. So this
 * file and its imports call only functions of Chromium 53, and spread only arrays. The tests check the built file, and run it
 * without newer functions.
 */

import { byId, setTextIn } from '../../browser/elements.ts'
import type { GroupsEnvelope } from '../../browser/menu/menu-fields.ts'
import { isLeaving } from '../../browser/suitable-board.ts'
import { labellingFor } from '../shared/labelling.ts'
import { fillLegend } from '../shared/legend.ts'
import { marksFor, tagsIn } from '../shared/marks.ts'
import { formatsFor, timeFormat } from '../shared/number-formats.ts'
import { readParameters } from '../shared/parameters.ts'
import { REJECTED_KEY_GRACE_MS } from '../shared/timing.ts'
import { missingKeyText, wordsFor } from '../shared/words.ts'
import { createPager } from './pager.ts'
import { type MenuResult, reportDevice, requestMenu } from './requests.ts'
import { tablesOf } from './tables.ts'

const POLL_MS = 60000

if (!isLeaving) run()

function run(): void {
  const parameters = readParameters(location)
  const { locale, title } = parameters
  const words = wordsFor(locale)
  const marks = marksFor(parameters.marks, locale)
  const labelling = labellingFor(parameters.labelling, locale)
  const time = timeFormat(locale)
  const pager = createPager(locale)
  let shown = ''
  let confirmedAt = new Date()
  let hasWorked = false
  let isRejected = false
  let blankTimer: ReturnType<typeof setTimeout> | undefined

  document.documentElement.lang = locale
  document.documentElement.dir = parameters.direction
  document.title = title || words.menu
  write('title', title || words.menu, title ? locale : words.language)
  byId('title', HTMLElement).classList.toggle('unseen', title === '')
  addEventListener('hashchange', () => location.reload())
  if (parameters.key === undefined) showMessage(missingKeyText(words, location), words.language)
  else poll()

  function poll(): void {
    requestMenu(parameters, handle)
    if (parameters.device !== undefined) reportDevice(parameters)
  }

  function handle(answer: MenuResult): void {
    // Set before anything is shown, so that polling continues whatever goes wrong then.
    setTimeout(poll, POLL_MS)
    if (answer.kind === 'menu') accept(answer.text, answer.body)
    else if (answer.kind === 'rejected') reject()
    else if (answer.kind === 'refused') refuse(answer.sentence)
    else showUnavailable()
  }

  function accept(text: string, body: GroupsEnvelope): void {
    hasWorked = true
    allow()
    confirmedAt = new Date()
    write('notice', '')
    if (text !== shown) showMenu(body)
    shown = text
  }

  /** The key is not rejected any more. */
  function allow(): void {
    isRejected = false
    clearTimeout(blankTimer)
  }

  function showMenu({ groups }: GroupsEnvelope): void {
    const formats = formatsFor(parameters, words, { groups })
    const createTables = (widthEm: number) => tablesOf(groups, { formats, words, marks, labelling, widthEm })
    const isEmpty = createTables(0).length === 0
    // Written before the pages are filled, because notes take space from the pages.
    writeNotes(isEmpty ? [] : groups)
    if (isEmpty) showMessage(words.empty, words.language)
    else pager.show({ createTables, maxPages: parameters.maxPages ?? 1 })
    if (!isEmpty) write('message', '')
  }

  /** Writes the legend of the marks, and the sentence of a law; nothing without a menu. */
  function writeNotes(groups: GroupsEnvelope['groups']): void {
    const hasMenu = groups.length > 0
    const legend = byId('legend', HTMLElement)
    if (hasMenu) fillLegend(legend, marks, tagsIn(groups), '\u00a0')
    else legend.textContent = ''
    write('statement', (hasMenu && labelling?.statement) || '', 'en')
  }

  function showUnavailable(): void {
    if (isRejected) return
    if (shown === '') showMessage(words.waiting, words.language)
    else write('notice', `${words.lastUpdated} ${time(confirmedAt)}`)
  }

  /** The menu stays: the address or the key may have been changed by mistake. */
  function refuse(sentence: string): void {
    allow()
    const language = sentence ? 'en' : words.language
    if (shown === '') showMessage(sentence || words.mayNotRead, language)
    else write('notice', sentence || words.mayNotRead, language)
  }

  /** The menu stays for a while: a key that was revoked by mistake must not blank a screen at noon. */
  function reject(): void {
    if (shown === '') {
      showMessage(hasWorked ? words.accessExpired : words.invalidKey, words.language)
    } else if (!isRejected) {
      blankTimer = setTimeout(blank, REJECTED_KEY_GRACE_MS)
      write('notice', words.accessExpired)
    }
    isRejected = true
  }

  function blank(): void {
    shown = ''
    write('notice', '')
    showMessage(words.accessExpired, words.language)
  }

  function showMessage(sentence: string, language: string): void {
    writeNotes([])
    pager.clear()
    write('message', sentence, language)
  }

  function write(id: string, text: string, language = words.language): void {
    setTextIn(language, byId(id, HTMLElement), text)
  }
}
