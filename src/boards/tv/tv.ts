/*
 * The basic board, for televisions from 2018 to 2021. The build translates its scripts to ES5, but adds no polyfills. So this
 * file and its imports call only functions of Chromium 53, and spread only arrays. The tests check the built file, and run it
 * without newer functions.
 */

import { jittered } from '../../browser/delays.ts'
import { byId, setTextIn } from '../../browser/elements.ts'
import type { GroupsEnvelope } from '../../browser/menu/menu-fields.ts'
import { isLeaving } from '../../browser/suitable-board.ts'
import { applyParameters } from '../shared/apply-parameters.ts'
import { createBoardState } from '../shared/board-state.ts'
import { labellingFor } from '../shared/labelling.ts'
import { fillLegend } from '../shared/mark-elements.ts'
import { marksFor, tagsIn } from '../shared/marks.ts'
import { formatsFor } from '../shared/number-formats.ts'
import { readParameters } from '../shared/parameters.ts'
import { timeFormat } from '../shared/time-format.ts'
import { missingKeyText, wordsFor } from '../shared/words.ts'
import { createPager } from './pager.ts'
import { type MenuResult, requestMenu, sendHeartbeat } from './requests.ts'
import { tablesOf } from './tables.ts'

/** The longest time between two polls. Each wait is shortened at random, so that the screens of a wall do not poll together. */
const POLL_MS = 60000

if (!isLeaving) run()

function run(): void {
  const parameters = readParameters(location)
  const { locale } = parameters
  const words = wordsFor(locale)
  const marks = marksFor(parameters.marks, locale)
  const labelling = labellingFor(parameters.labelling, locale)
  const time = timeFormat(locale)
  const pager = createPager(locale)
  const showNotice = (text: string, language: string) => write('notice', text, language)
  const { state, dispatch } = createBoardState({ showMenu, showMessage, showNotice, markOutdated }, words)
  let menuText = ''

  applyParameters(parameters, words)
  addEventListener('hashchange', () => location.reload())
  if (parameters.key === undefined) showMessage(missingKeyText(words, location), words.language)
  else poll()

  function poll(): void {
    requestMenu(parameters, handle)
    if (parameters.device !== undefined) sendHeartbeat(parameters)
  }

  function handle(result: MenuResult): void {
    // Set before anything is shown, so that polling continues whatever goes wrong then.
    setTimeout(poll, jittered(POLL_MS))
    if (result.kind === 'menu') accept(result.text, result.body)
    else dispatch(result)
  }

  /** Keeps a menu that has not changed, so that it is not laid out again. */
  function accept(text: string, body: GroupsEnvelope): void {
    const known = text === menuText ? state().menu : undefined
    menuText = text
    dispatch({ kind: 'connected', menu: known ?? body, at: new Date() })
  }

  function showMenu({ groups }: GroupsEnvelope): void {
    const formats = formatsFor(parameters, words, { groups })
    const createTables = (widthEm: number) => tablesOf(groups, { formats, words, marks, labelling, widthEm })
    const isEmpty = createTables(0).length === 0
    // Written before the pages are filled, because footnotes take space from the pages.
    writeFootnotes(isEmpty ? [] : groups)
    if (isEmpty) showMessage(words.empty, words.language)
    else pager.show({ createTables, maxPagesWithDescriptions: parameters.maxPagesWithDescriptions })
    if (!isEmpty) write('message', '')
  }

  /** Writes the legend of the marks, and the statement of the labelling; nothing without a menu. */
  function writeFootnotes(groups: GroupsEnvelope['groups']): void {
    const hasMenu = groups.length > 0
    const legend = byId('legend', HTMLElement)
    if (hasMenu) fillLegend(legend, marks, tagsIn(groups), '\u00a0')
    else legend.textContent = ''
    write('statement', (hasMenu && labelling?.statement) || '', 'en')
  }

  function markOutdated(lastUpdate: Date | undefined): void {
    if (lastUpdate) write('notice', `${words.lastUpdated} ${time(lastUpdate)}`)
  }

  function showMessage(sentence: string, language: string): void {
    writeFootnotes([])
    pager.clear()
    write('message', sentence, language)
  }

  function write(id: string, text: string, language = words.language): void {
    setTextIn(language, byId(id, HTMLElement), text)
  }
}
