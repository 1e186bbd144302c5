import { useState } from 'preact/hooks'
import { CopyButton } from '../parts/copy-button.tsx'
import { REQUEST_FORMATS } from './request-formats.ts'
import { useCost } from './use-cost.ts'

const MASK = '••••••••'

interface RequestPanelProps {
  /** Undefined while no menu is selected: a request that names no menu would return everything that the key may read. */
  readonly request: { readonly url: string; readonly key: string } | undefined
  readonly attempt: number
}

/** The request for the selection, for use in programs, with the size and the duration of its response. */
export function RequestPanel({ request, attempt }: RequestPanelProps) {
  const [isKeyShown, setKeyShown] = useState(false)
  const { transferred, uncompressed, duration } = useCost(request?.url, attempt)
  return (
    <details class="panel request" id="developers">
      <summary>
        <h2>For developers</h2>
      </summary>
      <dl class="cost">
        <div>
          <dt>Transferred</dt>
          <dd id="transferred">{transferred}</dd>
        </div>
        <div>
          <dt>Uncompressed</dt>
          <dd id="uncompressed">{uncompressed}</dd>
        </div>
        <div>
          <dt>Response time</dt>
          <dd id="duration">{duration}</dd>
        </div>
      </dl>
      <div id="formats">
        {REQUEST_FORMATS.map(({ name, write }) => (
          <div class="format" key={name}>
            <h3>{name}</h3>
            <CopyButton name={name} text={request && write(request.url, request.key)} />
            <pre class="code">{request && write(request.url, isKeyShown ? request.key : MASK)}</pre>
          </div>
        ))}
      </div>
      <label class="show-key">
        <input
          id="show-key"
          type="checkbox"
          disabled={request === undefined}
          checked={isKeyShown}
          onInput={({ currentTarget }) => setKeyShown(currentTarget.checked)}
        />{' '}
        Show key
      </label>
      <p class="soft small">
        The copied curl and fetch requests contain the full key. Treat them like a password.
      </p>
    </details>
  )
}
