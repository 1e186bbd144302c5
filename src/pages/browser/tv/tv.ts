/*
 * The basic board, for televisions from 2018 to 2021. Its scripts must not use the syntax of 2015 or later, which the build
 * does not translate. The tests check the built file, and run it without the functions that Chromium 53 lacks.
 */
import type { Words } from '../board/words.ts'
import type { GroupsEnvelope } from '../shared/menu/fields.ts'
import { isLeaving } from '../shared/suitable-board.ts'
import { createFormats } from './formats.ts'
import { tagsIn } from './lists.ts'
import { legendOf, type Marks, marksFor } from './marks.ts'
import { createPager } from './pager.ts'
import { type Parameters, readParameters } from './parameters.ts'
import { type MenuResult, reportDevice, requestMenu } from './requests.ts'
import { writeText } from './texts.ts'
import { type Presentation, unitsOf } from './units.ts'
import { wordsFor } from './words.ts'

var POLL_MS = 60000
/** How long a menu is shown after its key was rejected, as on the board. */
var REJECTED_KEY_GRACE_MS = 600000

var MISSING_KEY =
  'The address of this page has the form /tv?menus=MENU#key=KEY, with the ID of a menu and an API key that can access it. Open the page /app/menus to create one.'

if (!isLeaving) run(readParameters())

function run(parameters: Parameters): void {
  var words = wordsFor(parameters.locale)
  var marks = marksFor(parameters.marks, parameters.locale)
  var pager = createPager(parameters.numberLocale)
  var shown = ''
  var confirmedAt = new Date()
  var hasWorked = false
  var isRejected = false
  var blankTimer: ReturnType<typeof setTimeout> | undefined

  document.documentElement.lang = parameters.locale
  document.documentElement.dir = parameters.direction
  document.title = parameters.title || words.menu
  writeText('title', parameters.title || words.menu, parameters.title ? parameters.locale : words.language)
  if (parameters.title === '') document.getElementById('title')?.classList.add('unseen')
  addEventListener('hashchange', function () {
    location.reload()
  })
  if (parameters.key === '') showMessage(MISSING_KEY, 'en')
  else poll()

  function poll(): void {
    requestMenu(parameters, handle)
    if (parameters.device !== '') reportDevice(parameters)
  }

  function handle(answer: MenuResult): void {
    // Set before anything is shown, so that polling continues whatever goes wrong then.
    setTimeout(poll, POLL_MS)
    if (answer.kind === 'menu') accept(answer.text, answer.body)
    else if (answer.kind === 'rejected') reject()
    else showUnavailable()
  }

  function accept(text: string, body: GroupsEnvelope): void {
    hasWorked = true
    isRejected = false
    clearTimeout(blankTimer)
    confirmedAt = new Date()
    writeText('notice', '', words.language)
    if (text !== shown) showMenu(body)
    shown = text
  }

  function showMenu(body: GroupsEnvelope): void {
    var presentation = presentationOf(parameters, words, marks, body)
    var createUnits = function () {
      return unitsOf(body, presentation)
    }
    var isEmpty = createUnits().get(0) === undefined
    // Before the pages are filled, which have the space that this leaves.
    writeNotes(isEmpty ? undefined : body)
    if (isEmpty) showMessage(words.empty, words.language)
    else pager.show(createUnits, words.continued)
    if (!isEmpty) writeText('message', '', words.language)
  }

  /** Writes the legend of the marks, and the sentence of a law; nothing without a menu. */
  function writeNotes(body: GroupsEnvelope | undefined): void {
    var legend = body ? marks.sentence || legendOf(marks.of(tagsIn(body))) : ''
    writeText('legend', legend, marks.language)
    writeText('statement', body && parameters.law ? parameters.law.statement : '', 'en')
  }

  function showUnavailable(): void {
    if (isRejected) return
    if (shown === '') {
      showMessage(words.waiting, words.language)
      return
    }
    var time = { hour: 'numeric', minute: '2-digit' } as const
    var at = confirmedAt.toLocaleTimeString(parameters.numberLocale, time)
    writeText('notice', words.lastUpdated + ' ' + at, words.language)
  }

  /** The menu stays for a while: a key that was revoked by mistake must not blank a screen at noon. */
  function reject(): void {
    if (shown === '') {
      showMessage(hasWorked ? words.accessExpired : words.invalidKey, words.language)
    } else if (!isRejected) {
      blankTimer = setTimeout(blank, REJECTED_KEY_GRACE_MS)
      writeText('notice', words.accessExpired, words.language)
    }
    isRejected = true
  }

  function blank(): void {
    shown = ''
    writeText('notice', '', words.language)
    showMessage(words.accessExpired, words.language)
  }

  function showMessage(sentence: string, language: string): void {
    writeNotes(undefined)
    pager.clear()
    writeText('message', sentence, language)
  }
}

function presentationOf(
  parameters: Parameters,
  ownWords: Words,
  ownMarks: Marks,
  body: GroupsEnvelope,
): Presentation {
  return {
    formats: createFormats(parameters, ownWords, body),
    words: ownWords,
    marks: ownMarks,
    isLabelled: parameters.law !== undefined,
  }
}
