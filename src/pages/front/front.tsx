import { render } from 'preact'
import { byId, setText } from '../../browser/elements.ts'
import { ROOT } from '../../browser/root.ts'
import { isObject } from '../../lib/json/json.ts'
import { KeyGate } from '../parts/key-gate.tsx'
import { KeySummary } from './key-summary.tsx'

const HINT = 'A key opens every page below.'
const COMMAND = 'signage keys create --user USER --name Office --scope device:read menu:write --menu MENU'

render(
  <KeyGate action="Open" hint={HINT} command={COMMAND}>
    <KeySummary />
  </KeyGate>,
  byId('page', HTMLElement),
)
describeService().then((words) => setText(byId('state', HTMLElement), words))

/** The rest of a sentence about the service, such as `is ready`. */
async function describeService(): Promise<string> {
  try {
    const response = await fetch(`${ROOT}/readyz`)
    const body: unknown = await response.json()
    const warnings = isObject(body) ? body['warnings'] : undefined
    if (Array.isArray(warnings)) return `is ready, but: ${warnings.join(' ')}`
    return response.ok ? 'is ready' : 'is not ready: its log says why'
  } catch {
    return 'cannot be reached'
  }
}
