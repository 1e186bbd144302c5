import { useEffect, useRef, useState } from 'preact/hooks'
import { MAY_NOT_READ } from '../../browser/failures.ts'
import { follow } from '../../browser/menu/follow.ts'
import { CHANGES_OFF, type Failure, isEndpointMissing } from '../../browser/request.ts'
import { useAccess } from '../parts/key-gate.tsx'
import { type Change, sendChange, sendPatch } from './changes.ts'
import { entriesOf } from './entries.ts'
import type { Message } from './message-bar.tsx'
import { NO_MENU, withChange, withMenu, withoutChange } from './state.ts'

const NO_CONNECTION = 'No connection. Nothing can be changed until it is back.'
/** How long a change is shown even if the stream does not have it yet. After that, the page shows what the stream says. */
const CHANGE_SHOWN_MS = 3000

/** Follows a menu, and changes it. Each change is sent once, and can be undone as long as its message is shown. */
export function useMenuStock(menuId: string) {
  const { apiKey, askIfNeeded } = useAccess()
  const credentials = { apiKey, menuId }
  const [state, setState] = useState(NO_MENU)
  const [message, setMessage] = useState<Message>()
  /** The reason why there is no menu; empty if there is one, and undefined until that is known. */
  const [problem, setProblem] = useState<string>()
  const following = useRef<ReturnType<typeof follow>>()
  const [areChangesOff, setChangesOff] = useState(false)
  useEffect(() => {
    const request = { query: new URLSearchParams({ menus: menuId }).toString(), key: apiKey }
    const followed = follow(request, {
      onMenu: ({ groups }) => setState((old) => withMenu(old, groups)),
      onConnection: (connection, sentence) => {
        if (connection === 'invalidKey') askIfNeeded(401)
        else if (connection === 'refused') setProblem(sentence || MAY_NOT_READ)
        else setProblem(connection === 'connected' ? '' : NO_CONNECTION)
      },
    })
    following.current = followed
    return followed.stop
  }, [])
  const [first] = entriesOf(state.groups ?? [])
  // An empty change shows whether the key may change items, before somebody taps.
  useEffect(() => {
    if (first) void sendPatch(credentials, first.item.id, {}).then(onFailure)
  }, [first === undefined])
  return {
    state,
    applyChange,
    message,
    clearMessage: () => setMessage(undefined),
    canChange: problem === '' && !areChangesOff,
    notice: areChangesOff ? CHANGES_OFF : (problem ?? ''),
  }

  async function applyChange(change: Change): Promise<void> {
    setState((old) => withChange(old, change, true))
    const failure = await sendChange(credentials, change)
    setState((old) => (failure ? withoutChange(old, change) : withChange(old, change, false)))
    if (!failure) following.current?.pollUnlessLive()
    if (!failure) setTimeout(() => setState((old) => withoutChange(old, change)), CHANGE_SHOWN_MS)
    onFailure(failure)
    setMessage({ change, failure, id: performance.now() })
  }

  function onFailure(failure: Failure | undefined): void {
    if (failure === undefined) return
    if (isEndpointMissing(failure)) setChangesOff(true)
    else askIfNeeded(failure.status)
  }
}
