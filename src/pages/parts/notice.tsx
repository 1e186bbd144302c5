/** The notice of a page. It has no space while it is empty. */
export function Notice({ text }: { readonly text: string }) {
  return (
    <p class="notice" id="notice" role="alert">
      {text}
    </p>
  )
}
