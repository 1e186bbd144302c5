import { byId, element, replaceChildrenOf, setTextIn } from '../../browser/elements.ts'
import type { GroupsEnvelope } from '../../browser/menu/menu-fields.ts'
import { applyParameters } from '../shared/apply-parameters.ts'
import type { BoardView } from '../shared/board-state.ts'
import type { BoardParameters } from '../shared/parameters.ts'
import { timeFormat } from '../shared/time-format.ts'
import type { BoardWords } from '../shared/words.ts'
import { createMenuView } from './menu-view.ts'
import { setScriptTraits } from './script-traits.ts'

export interface BoardViewWithHints extends BoardView<GroupsEnvelope> {
  /** Shows hints, in English, together with the menu. */
  readonly showHints: (hints: readonly string[]) => void
}

export function createBoardView(parameters: BoardParameters, words: BoardWords): BoardViewWithHints {
  const { documentElement: root } = document
  root.dataset['look'] = parameters.look
  setScriptTraits(root, parameters.locale)
  applyParameters(parameters, words)
  const time = timeFormat(parameters.locale)
  const menuView = createMenuView(parameters, words, (text) => write('message', text))
  return {
    showMenu: menuView.showMenu,
    showMessage: (sentence, language) => {
      menuView.clear()
      write('message', sentence, language)
    },
    showNotice: (sentence, language) => write('notice', sentence, language),
    markOutdated: (lastUpdate) => {
      byId('outdated', HTMLElement).hidden = lastUpdate === undefined
      write('reason', lastUpdate ? `${words.lastUpdated} ` : '')
      byId('time', HTMLElement).textContent = lastUpdate ? time(lastUpdate) : ''
    },
    showHints: (hints) =>
      replaceChildrenOf(byId('hints', HTMLElement), ...hints.map((hint) => element('p', '', hint))),
  }

  function write(id: string, text: string, language = words.language): void {
    setTextIn(language, byId(id, HTMLElement), text)
  }
}
