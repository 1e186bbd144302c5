import { useEffect, useRef, useState } from 'preact/hooks'
import { follow } from '../../browser/menu/follow.ts'
import type { Group } from '../../browser/menu/menu-fields.ts'
import { MAY_NOT_READ } from '../../browser/refusals.ts'
import { CHANGES_OFF } from '../../browser/request.ts'
import { useAccess } from '../parts/key-gate.tsx'
import { type Change, sendChange } from './changes.ts'
import { entriesOf, entryGroupsOf } from './entries.ts'
import type { Message } from './message-bar.tsx'
import { type ChangeOutcome, sendPatch } from './send-patch.ts'
import { NO_MENU, withChange, withChangeMade, withMenu, withoutChange } from './state.ts'

export const NO_CONNECTION = 'No connection. Nothing can be changed until it is back.'
/** How long a change is shown before the stream has it. After that, the stream is right. */
const LAG_MS = 3000

export interface MenuStockOptions {
  readonly menuId: string
  readonly onMessage: (message: Message | undefined) => void
}

/** Follows a menu, and makes changes of it. Each change is sent once, and can be undone as long as its message is shown. */
export function useMenuStock({ menuId, onMessage }: MenuStockOptions) {
  const { apiKey: key, reject } = useAccess()
  const credentials = { key, menuId }
  const [state, update] = useState(NO_MENU)
  /** The reason why there is no menu; empty if there is one, and undefined until that is known. */
  const [trouble, setTrouble] = useState<string>()
  const [isOff, setOff] = useState(false)
  const isChecked = useRef(false)
  useEffect(() => {
    const query = new URLSearchParams({ menus: menuId }).toString()
    return follow({ query, key }, undefined, {
      onMenu: ({ groups }) => {
        update((old) => withMenu(old, groups))
        void checkRight(groups)
      },
      onState: (connection, sentence) => {
        if (connection === 'rejected') reject(401)
        else if (connection === 'refused') setTrouble(sentence || MAY_NOT_READ)
        else setTrouble(connection === 'connected' ? '' : NO_CONNECTION)
      },
    })
  }, [])
  return { state, make, canChange: trouble === '' && !isOff, notice: isOff ? CHANGES_OFF : (trouble ?? '') }

  /** Finds out whether the key may change items, before somebody taps, by sending an empty change. */
  async function checkRight(groups: readonly Group[]): Promise<void> {
    const [first] = entriesOf(entryGroupsOf(groups))
    if (isChecked.current || first === undefined) return
    isChecked.current = true
    const outcome = await sendPatch(credentials, first.item.id, {})
    isChecked.current = outcome !== 'busy' && outcome !== 'lost'
    onOutcome(outcome)
  }

  async function make(change: Change): Promise<void> {
    update((old) => withChange(old, change))
    const outcome = await sendChange(credentials, change)
    const isDone = outcome === 'done'
    update((old) => (isDone ? withChangeMade(old, change) : withoutChange(old, change)))
    if (isDone) setTimeout(() => update((old) => withoutChange(old, change)), LAG_MS)
    onOutcome(outcome)
    onMessage({ change, outcome, make, atMs: performance.now() })
  }

  function onOutcome(outcome: ChangeOutcome): void {
    if (outcome === 'off') setOff(true)
    if (outcome === 'invalid-key') reject(401)
    if (outcome === 'forbidden') reject(403)
  }
}
