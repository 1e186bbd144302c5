import { CommandToCopy } from '../parts/command-to-copy.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { QrCode } from '../parts/qr-code.tsx'

interface ShareBoardProps {
  readonly address: string
  /** The command that creates a key for only the menus of the board. */
  readonly command: string
}

/** Ways to bring the address of a board to its screen, with a key that may be visible there. */
export function ShareBoard({ address, command }: ShareBoardProps) {
  return (
    <section class="share" aria-label="Link to the board">
      <div class="share-link">
        <a class="board" id="board" href={address}>
          Open the board
        </a>
        <CopyButton name="link" text={address} />
      </div>
      <div>
        <QrCode text={address} />
      </div>
      <div>
        <h3>A key for this board only</h3>
        <p class="soft small">
          The link and the code contain the key of this page, unless you enter another one below. Give the
          screen one that reads only these menus. On the computer of the service, this command creates it:
        </p>
        <CommandToCopy text={command} />
        <label>
          Key of the board
          <input
            name="key"
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder="The key of this page"
          />
        </label>
      </div>
    </section>
  )
}
