import { render } from 'preact'
import { byId } from '../../browser/elements.ts'
import { KeyGate } from '../parts/key-gate.tsx'
import { MenusPage } from './menus-page.tsx'

render(
  <KeyGate
    action="Show menus"
    hint="Paste an API key to see its menus."
    command="signage keys create --user USER --name Menus --menu MENU"
  >
    <MenusPage />
  </KeyGate>,
  byId('page', HTMLElement),
)
