import { ROOT } from '../../browser/root.ts'
import { CommandToCopy } from './command-to-copy.tsx'

/** The first steps with a service without menus, or with a key that may read none. */
export function FirstMenu() {
  return (
    <section class="panel first-step" aria-labelledby="first-menu-title">
      <h2 id="first-menu-title">This key has no menu access yet.</h2>
      <p>
        Your first menu is a spreadsheet. On the computer of the service, this command writes an empty one:
      </p>
      <CommandToCopy text="signage template menu.xlsx" />
      <p>Fill it in, and import it:</p>
      <CommandToCopy text="signage import menu.xlsx" />
      <p>
        Let a key read it. <span class="code">signage keys list</span> has the ids of keys, and{' '}
        <span class="code">signage menus list</span> those of menus:
      </p>
      <CommandToCopy text="signage keys grant KEY_ID MENU" />
      <p class="soft">
        Then this page shows it. The <a href={`${ROOT}/docs/from-a-spreadsheet`}>guide</a> goes through all of
        this.
      </p>
    </section>
  )
}
