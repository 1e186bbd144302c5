import { quoteForShell } from '../../lib/text/quote-for-shell.ts'
import { CommandToCopy } from '../parts/command-to-copy.tsx'

export function RequestPanel({ url }: { readonly url: string }) {
  return (
    <details class="panel request" id="developers">
      <summary>
        <h2>For developers</h2>
      </summary>
      <CommandToCopy text={`curl --compressed -H 'X-API-Key: KEY' ${quoteForShell(url)}`} />
    </details>
  )
}
