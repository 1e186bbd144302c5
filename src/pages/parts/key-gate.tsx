import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { Scope } from '../../auth/scopes.ts'
import { byId } from '../../browser/elements.ts'
import { missingScope } from '../../browser/failures.ts'
import { currentKey, forgetKey, storeKey } from '../../browser/key.ts'
import { KeyForm, type KeyFormText } from './key-form.tsx'

const INVALID_KEY = 'This key is not valid. It may be mistyped, expired or revoked.'

interface KeyGateProps extends KeyFormText {
  /** The scope that keys of this page need. */
  readonly scope?: Scope
  readonly children: ComponentChildren
}

/** The key that is in use. */
interface Access {
  readonly apiKey: string
  /**
   * Asks for a key again, with the reason, if the status says that the key is not valid, or lacks the scope of the page.
   * @param status of the response
   * @returns whether a key is asked for
   */
  readonly askIfNeeded: (status: number) => boolean
}

const AccessContext = createContext<Access>({ apiKey: '', askIfNeeded: () => false })

/** The key for the requests of the components in a gate. */
export const useAccess = () => useContext(AccessContext)

/** Asks for a key while there is none, and shows its children while there is one. */
export function KeyGate({ scope, action, hint, command, children }: KeyGateProps) {
  const [key, setKey] = useState(currentKey)
  const [problem, setProblem] = useState('')

  function onKey(next: string): void {
    if (!next) return
    storeKey(next)
    setKey(next)
    setProblem('')
  }

  function forget(reason = ''): void {
    forgetKey()
    setKey('')
    setProblem(reason)
  }

  function askIfNeeded(status: number): boolean {
    // A response to a request with an earlier key does not concern the current key.
    if (key !== currentKey()) return false
    // A valid key stays in the tab, for the other pages.
    if (status === 403 && scope) setProblem(missingScope(scope))
    else if (status === 401) forget(INVALID_KEY)
    else return false
    return true
  }

  useEffect(() => {
    const onHashChange = () => onKey(currentKey())
    addEventListener('hashchange', onHashChange)
    return () => removeEventListener('hashchange', onHashChange)
  }, [])
  useEffect(() => {
    const button = byId('forget', HTMLButtonElement)
    button.hidden = !key
    button.onclick = () => forget()
  }, [key])

  if (!key || problem) return <KeyForm {...{ action, hint, command, problem, onKey }} />
  return (
    <AccessContext.Provider key={key} value={{ apiKey: key, askIfNeeded }}>
      {children}
    </AccessContext.Provider>
  )
}
