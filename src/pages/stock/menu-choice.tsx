import { useEffect, useRef } from 'preact/hooks'
import type { Menu } from '#dist/menu/schema.js'
import { formatPlace } from '../../browser/format-values.ts'

interface MenuChoiceProps {
  readonly menus: readonly Menu[]
  /** Whether the user came from another menu. */
  readonly hasFocus: boolean
  readonly onChoose: (menu: Menu) => void
}

export function MenuChoice({ menus, hasFocus, onChoose }: MenuChoiceProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasFocus) title.current?.focus()
  }, [])
  return (
    <section id="choose">
      <h2 ref={title} tabindex={-1}>
        Which menu?
      </h2>
      {menus.map((menu) => (
        <button key={menu.id} class="menu-button" type="button" onClick={() => onChoose(menu)}>
          <span class="name">{menu.name}</span>
          <span class="soft small">{formatPlace(menu.locations)}</span>
        </button>
      ))}
    </section>
  )
}
