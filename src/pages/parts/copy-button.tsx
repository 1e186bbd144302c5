import { useEffect, useState } from 'preact/hooks'
import { copyText } from '../../browser/copy.ts'

const COPIED_MS = 2000

interface CopyButtonProps {
  /** The name of the text, such as `URL`. */
  readonly name: string
  readonly text: string
}

/** A button that copies a text, and shows for a moment whether that worked. */
export function CopyButton({ name, text }: CopyButtonProps) {
  const [label, setLabel] = useState('Copy')
  useEffect(() => {
    const timer = setTimeout(() => setLabel('Copy'), COPIED_MS)
    return () => clearTimeout(timer)
  }, [label])

  async function copy(): Promise<void> {
    setLabel((await copyText(text)) ? 'Copied' : 'Copy failed')
  }

  return (
    <button class="quiet" type="button" aria-label={`${label} ${name}`} onClick={copy}>
      {label}
    </button>
  )
}
