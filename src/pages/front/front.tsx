import { render } from 'preact'
import { byId, setText } from '../../browser/elements.ts'
import { KeyGate } from '../parts/key-gate.tsx'
import { KeySummary } from './key-summary.tsx'
import { serviceState } from './service-state.ts'

const HINT = 'A key opens every page below, with what it may see.'
const COMMAND = 'signage keys create --user USER --name Office --scope device:read menu:write --menu MENU'

render(
  <KeyGate action="Open" hint={HINT} command={COMMAND}>
    <KeySummary />
  </KeyGate>,
  byId('page', HTMLElement),
)
serviceState().then((words) => setText(byId('state', HTMLElement), words))
