import { CommandToCopy } from '../parts/command-to-copy.tsx'

/** The first steps if there is no device that the key may read. */
export function FirstDevices() {
  return (
    <section class="panel first-step">
      <h2>No devices yet</h2>
      <p>
        Write your screens into a spreadsheet, one a row, with the headings <code class="code">id</code>,{' '}
        <code class="code">name</code>, <code class="code">site</code>, <code class="code">time zone</code>{' '}
        and <code class="code">users</code>: the users whose keys may read the screen. Then import the file:
      </p>
      <CommandToCopy text="signage import devices.xlsx --as devices" />
      <p>If devices exist already, give the user of this key access to them:</p>
      <CommandToCopy text="signage devices list" />
      <CommandToCopy text="signage devices grant DEVICE USER read" />
    </section>
  )
}
