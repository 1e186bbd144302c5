import { render } from 'preact'
import { byId } from '../../browser/elements.ts'
import { KeyGate } from '../parts/key-gate.tsx'
import { FleetPage } from './fleet-page.tsx'

render(
  <>
    <h1>Fleet</h1>
    <KeyGate
      scope="device:read"
      action="Show devices"
      hint={
        <>
          Paste an API key with the scope <code class="code">device:read</code>.
        </>
      }
      command="signage keys create --user USER --name Dashboard --scope device:read alert:mute"
    >
      <FleetPage />
    </KeyGate>
  </>,
  byId('page', HTMLElement),
)
