import type { Group, Menu } from '#dist/menu/schema.js'
import { formatPlace } from '../../browser/format-values.ts'
import { flattenGroups } from '../../browser/tree.ts'
import type { MenuSelection } from './menu-selection.ts'

interface SelectionFormProps {
  /** Whether a phone shows the form. Wider windows always show it. */
  readonly isShown: boolean
  readonly menus: readonly Menu[]
  /** The groups whose tags are listed. A selected tag is listed even if no group has it. */
  readonly groups: readonly Group[]
  readonly selection: MenuSelection
  readonly onSelect: (selection: MenuSelection) => void
}

export function SelectionForm({ isShown, menus, groups, selection, onSelect }: SelectionFormProps) {
  const tagsOfGroups = flattenGroups(groups).flatMap(({ node }) => node.tags)
  // The tags are sorted, because a check box that moves would lose the keyboard focus.
  const tags = [...new Set([...selection.tags, ...tagsOfGroups])].sort()

  function onInput({ currentTarget }: Event & { readonly currentTarget: HTMLFormElement }): void {
    const chosen = new FormData(currentTarget)
    onSelect({ menus: chosen.getAll('menu').map(String), tags: chosen.getAll('tag').map(String) })
  }

  return (
    <form
      class={isShown ? 'selection' : 'selection is-closed'}
      id="selection"
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
        <ul class="chips" id="tags">
          {tags.map((tag) => (
            <li key={tag}>
              <label class="chip">
                <input type="checkbox" name="tag" value={tag} checked={selection.tags.includes(tag)} />
                <span>{tag}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </form>
  )
}
