import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { CommandToCopy } from './command-to-copy.tsx'

export interface KeyFormText {
  /** The text of the button, such as `Show devices`. */
  readonly action: string
  /** The text about the key to enter. */
  readonly hint: ComponentChildren
  /** The command that creates such a key. */
  readonly command: string
}

interface KeyFormProps extends KeyFormText {
  readonly problem: string
  readonly onKey: (key: string) => void
}

export function KeyForm({ action, hint, command, problem, onKey }: KeyFormProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [problem])

  function onSubmit(event: Event): void {
    event.preventDefault()
    onKey(field.current?.value.trim() ?? '')
  }

  return (
    <form class="panel key-box" id="key-box" onSubmit={onSubmit}>
      <label for="key">API key</label>
      <p class="soft" id="key-hint">
        {hint} It is stored in this tab only, until you close the tab.
      </p>
      <div class="row">
        <input
          ref={field}
          id="key"
          type="password"
          required
          autocomplete="off"
          spellcheck={false}
          aria-describedby="key-hint key-error"
        />
        <button class="main" type="submit">
          {action}
        </button>
      </div>
      <p class="notice" id="key-error" role="alert">
        {problem}
      </p>
      <p class="soft">
        No key yet? On the computer of the service, this command creates one, for a user that{' '}
        <span class="code">signage users add USER</span> has added:
      </p>
      <CommandToCopy text={command} />
    </form>
  )
}
