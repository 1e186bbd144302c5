/*
 * The basic board, for televisions from 2018 to 2021. The build translates its scripts to ES5, but adds no functions: what this
 * imports, too, calls only those that Chromium 53 has, and spreads only arrays. The tests check the built file, and run it without
 * the others.
 */
import { formatsFor, timeFormat } from '../board/formats.ts'
import { labellingFor } from '../board/labelling.ts'
import { type Mark, marksFor, tagsIn } from '../board/marks.ts'
import { readParameters } from '../board/parameters.ts'
import { wordsFor } from '../board/words.ts'
import { byId, element, fillWith, setTextIn } from '../shared/elements.ts'
import type { GroupsEnvelope } from '../shared/menu/fields.ts'
import { isLeaving } from '../shared/suitable-board.ts'
import { createPager } from './pager.ts'
import { type MenuResult, reportDevice, requestMenu } from './requests.ts'
import { unitsOf } from './units.ts'

const POLL_MS = 60000
/** How long a menu is shown after its key was rejected, as on the board. */
const REJECTED_KEY_GRACE_MS = 600000

const MISSING_KEY =
  'The address of this page has the form /tv?menus=MENU#key=KEY, with the ID of a menu and an API key that can access it. Open the page /app/menus to create one.'

if (!isLeaving) run()

function run(): void {
  const parameters = readParameters(location)
  const { locale, numberLocale, title } = parameters
  const words = wordsFor(locale)
  const marks = marksFor(parameters.marks, locale)
  const labelling = labellingFor(parameters.labelling, numberLocale)
  const time = timeFormat(numberLocale)
  const pager = createPager(numberLocale)
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
  if (parameters.key === undefined) showMessage(MISSING_KEY, 'en')
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
    const createUnits = (widthEm: number) => unitsOf(groups, { formats, words, marks, labelling, widthEm })
    const { count, longestName } = createUnits(0)
    const isEmpty = count === 0
    // Before the pages are filled, which have the space that this leaves.
    writeNotes(isEmpty ? [] : groups)
    if (isEmpty) showMessage(words.empty, words.language)
    else
      pager.show({ createUnits, continued: words.continued, maxPages: parameters.maxPages ?? 1, longestName })
    if (!isEmpty) write('message', '')
  }

  /** Writes the legend of the marks, and the sentence of a law; nothing without a menu. */
  function writeNotes(groups: GroupsEnvelope['groups']): void {
    const hasMenu = groups.length > 0
    const legend = byId('legend', HTMLElement)
    legend.lang = marks.language
    fillWith(legend, ...(hasMenu ? [...legendOf(marks.of(tagsIn(groups))), marks.sentence] : []))
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

/** Creates the meanings of marks, such as “G gluten · M milk”. Each stays in one line. */
function legendOf(marks: readonly Mark[]): (Node | string)[] {
  const entries: (Node | string)[] = []
  for (const { text, meaning } of marks) {
    if (meaning === undefined) continue
    const entry = element('span', 'few', element('b', '', text), `\u00a0${meaning}`)
    entries.push(...(entries.length > 0 ? [' · ', entry] : [entry]))
  }
  return entries
}
