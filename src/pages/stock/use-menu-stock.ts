import { useEffect, useState } from 'preact/hooks'
import { follow } from '../../browser/menu/follow.ts'
import { MAY_NOT_READ } from '../../browser/refusals.ts'
import { CHANGES_OFF, type Failure, isRouteMissing } from '../../browser/request.ts'
import { useAccess } from '../parts/key-gate.tsx'
import { type Change, sendChange, sendPatch } from './changes.ts'
import { entriesOf } from './entries.ts'
import type { Message } from './message-bar.tsx'
import { NO_MENU, withChange, withMenu, withoutChange } from './state.ts'

export const NO_CONNECTION = 'No connection. Nothing can be changed until it is back.'
/** How long a change is shown even if the stream does not have it yet. After that, the page shows what the stream says. */
const LAG_MS = 3000

export interface MenuStockOptions {
  readonly menuId: string
  readonly onMessage: (message: Message) => void
}

/** Follows a menu, and makes changes of it. Each change is sent once, and can be undone as long as its message is shown. */
export function useMenuStock({ menuId, onMessage }: MenuStockOptions) {
  const { apiKey: key, reject } = useAccess()
  const credentials = { key, menuId }
  const [state, update] = useState(NO_MENU)
  /** The reason why there is no menu; empty if there is one, and undefined until that is known. */
  const [problem, setProblem] = useState<string>()
  const [isOff, setOff] = useState(false)
  useEffect(() => {
    const query = new URLSearchParams({ menus: menuId }).toString()
    return follow(
      { query, key },
      {
        onMenu: ({ groups }) => update((old) => withMenu(old, groups)),
        onState: (connection, sentence) => {
          if (connection === 'rejected') reject(401)
          else if (connection === 'refused') setProblem(sentence || MAY_NOT_READ)
          else setProblem(connection === 'connected' ? '' : NO_CONNECTION)
        },
      },
    )
  }, [])
  const [first] = entriesOf(state.groups ?? [])
  // An empty change shows whether the key may change items, before somebody taps.
  useEffect(() => {
    if (first) void sendPatch(credentials, first.item.id, {}).then(onFailure)
  }, [first === undefined])
  return {
    state,
    applyChange,
    canChange: problem === '' && !isOff,
    notice: isOff ? CHANGES_OFF : (problem ?? ''),
  }

  async function applyChange(change: Change): Promise<void> {
    update((old) => withChange(old, change, true))
    const failure = await sendChange(credentials, change)
    update((old) => (failure ? withoutChange(old, change) : withChange(old, change, false)))
    if (!failure) setTimeout(() => update((old) => withoutChange(old, change)), LAG_MS)
    onFailure(failure)
    onMessage({ change, failure, applyChange, atMs: performance.now() })
  }

  function onFailure(failure: Failure | undefined): void {
    if (failure === undefined) return
    if (isRouteMissing(failure)) setOff(true)
    else reject(failure.status)
  }
}
