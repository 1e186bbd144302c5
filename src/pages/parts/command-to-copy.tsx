import { CopyButton } from './copy-button.tsx'

/** A command, with a button that copies it. */
export function CommandToCopy({ text }: { readonly text: string }) {
  return (
    <div class="command">
      <pre class="code">
        {/* Browsers would break a line within --name. */}
        {text.match(/\S+ */g)?.map((word) => (
          <span key={word}>{word}</span>
        ))}
      </pre>
      <CopyButton name="command" text={text} />
    </div>
  )
}
