import { render } from 'preact'
import { byId } from '../../browser/elements.ts'
import { KeyGate } from '../parts/key-gate.tsx'
import { StockPage } from './stock-page.tsx'

const COMMAND = 'signage keys create --user USER --name Kitchen --scope menu:write --menu MENU'
const HINT = (
  <>
    Paste an API key with the scope <code class="code">menu:write</code>, or scan the code that this page
    shows on a computer.
  </>
)

render(
  <KeyGate scope="menu:write" action="Show items" hint={HINT} command={COMMAND}>
    <StockPage />
  </KeyGate>,
  byId('page', HTMLElement),
)
