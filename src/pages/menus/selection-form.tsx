import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Menu } from '#dist/menu/schema.js'
import { formatNumber, formatPlace } from '../../browser/format-values.ts'
import type { MenuSelection } from './menu-selection.ts'

/** The number of tags that are shown at first. The others are shown on demand. */
const FIRST_TAGS = 24

interface SelectionFormProps {
  /** Whether a phone shows it. Wider windows always do. */
  readonly isShown: boolean
  readonly menus: readonly Menu[]
  readonly selection: MenuSelection
  /** How many groups have each tag. A selected tag is listed even if no group has it. */
  readonly tagCounts: ReadonlyMap<string, number>
  readonly onSelect: (selection: MenuSelection) => void
}

/** The form with a check box for each menu and tag. */
export function SelectionForm({ isShown, menus, selection, tagCounts, onSelect }: SelectionFormProps) {
  const tags = [...new Set([...selection.tags, ...tagCounts.keys()])]

  function onInput({ currentTarget }: Event & { readonly currentTarget: HTMLFormElement }): void {
    const chosen = new FormData(currentTarget)
    onSelect({ menus: chosen.getAll('menu').map(String), tags: chosen.getAll('tag').map(String) })
  }

  return (
    <form
      class={isShown ? 'selection' : 'selection is-closed'}
      id="selection"
      hidden={menus.length === 0}
      onInput={onInput}
      onSubmit={(event) => event.preventDefault()}
    >
      <fieldset>
        <legend>Menus</legend>
        <ul id="menus">
          {menus.map(({ id, name, locations }) => (
            <li key={id}>
              <label class="menu">
                <input type="checkbox" name="menu" value={id} checked={selection.menus.includes(id)} />
                <span>
                  <span>{name}</span>
                  <span class="soft small">{formatPlace(locations)}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <fieldset id="tags-of-groups" hidden={tags.length === 0}>
        <legend>Group tags</legend>
        <p class="soft small">Shows groups that have all selected tags.</p>
        <TagList tags={tags} selected={selection.tags} counts={tagCounts} />
      </fieldset>
    </form>
  )
}

interface TagListProps {
  readonly tags: readonly string[]
  readonly selected: readonly string[]
  readonly counts: ReadonlyMap<string, number>
}

function TagList({ tags, selected, counts }: TagListProps) {
  const list = useRef<HTMLUListElement>(null)
  const toggled = useRef<EventTarget>(null)
  const [areAllShown, setAllShown] = useState(false)
  const shown = areAllShown ? tags : tags.slice(0, FIRST_TAGS)

  useEffect(() => {
    if (areAllShown) list.current?.children[FIRST_TAGS]?.querySelector('input')?.focus()
  }, [areAllShown])
  // Selected tags come first, and a check box that moves there loses the keyboard focus.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return
    if (toggled.current instanceof HTMLElement) toggled.current.focus()
  }, [counts])

  return (
    <>
      <ul class="chips" id="tags" ref={list} onInput={(event) => (toggled.current = event.target)}>
        {shown.map((tag) => (
          <li key={tag}>
            <label class="chip">
              <input type="checkbox" name="tag" value={tag} checked={selected.includes(tag)} />
              <span>{tag}</span>
              <span class="how-many">{formatNumber(counts.get(tag) ?? 0)}</span>
            </label>
          </li>
        ))}
      </ul>
      {shown.length < tags.length && (
        <button class="quiet" id="all-tags" type="button" onClick={() => setAllShown(true)}>
          Show all {formatNumber(tags.length)} tags
        </button>
      )}
    </>
  )
}
