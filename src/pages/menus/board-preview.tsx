import { useState } from 'preact/hooks'

const SHAPES = ['landscape', 'portrait'] as const

/** The board itself, in small, on a screen of 1920 × 1080 pixels. */
export function BoardPreview({ address }: { readonly address: string }) {
  const [shown, setShown] = useState<(typeof SHAPES)[number]>('landscape')
  return (
    <section class="preview" aria-label="Preview">
      <ul class="chips">
        {SHAPES.map((shape) => (
          <li key={shape}>
            <label class="chip">
              <input type="radio" name="shape" checked={shape === shown} onInput={() => setShown(shape)} />
              <span>{shape === 'landscape' ? 'Landscape' : 'Portrait'}</span>
            </label>
          </li>
        ))}
      </ul>
      <div class={`screen ${shown}`}>
        {/* A new element for each address, because “Back” would lead through the addresses of one element. */}
        <iframe key={address} title="Preview of the board" src={address} />
      </div>
    </section>
  )
}
