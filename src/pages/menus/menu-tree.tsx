import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Group, Item } from '#dist/menu/schema.js'
import { formatPrice, localCount, localNumber } from '../../browser/format-values.ts'

/** How many items are drawn at once. The others follow as soon as the browser is idle. */
const MAX_ITEMS_AT_ONCE = 100

interface GroupsProps {
  readonly groups: readonly Group[]
  /** Whether they are expanded at first. */
  readonly areOpen: boolean
}

export function Groups({ groups, areOpen }: GroupsProps) {
  return (
    <div>
      {/* Two menus may have groups with the same id. */}
      {groups.map((group, index) => (
        <GroupTree key={`${index} ${group.id}`} group={group} isOpen={areOpen} />
      ))}
    </div>
  )
}

/** A collapsed group is filled when first opened: a menu may have ten thousand items. */
function GroupTree({ group, isOpen }: { readonly group: Group; readonly isOpen: boolean }) {
  const [isFilled, setFilled] = useState(isOpen)
  const { groups, items } = group.metadata
  return (
    <details class="group" open={isOpen} onToggle={() => setFilled(true)}>
      <summary>
        <span class="name">{group.name}</span>
        <Tags tags={group.tags} />
        <span class="how-many soft small">
          {groups.total > 0 ? localCount(groups.total, 'group') : localCount(items.total, 'item')}
        </span>
      </summary>
      {isFilled && (
        <div class="inside">
          {group.description && <p class="soft">{group.description}</p>}
          <Items items={group.items} />
          <Groups groups={group.groups} areOpen={isOpen} />
        </div>
      )}
    </details>
  )
}

function Items({ items }: { readonly items: readonly Item[] }) {
  if (items.length === 0) return null
  const hasMore = items.length > MAX_ITEMS_AT_ONCE
  return (
    <>
      <ul class={hasMore ? 'items many' : 'items'}>
        {items.slice(0, MAX_ITEMS_AT_ONCE).map((item, index) => (
          <ItemRow key={`${index} ${item.id}`} item={item} />
        ))}
      </ul>
      {hasMore && (
        <WhenIdle>
          <Items items={items.slice(MAX_ITEMS_AT_ONCE)} />
        </WhenIdle>
      )}
    </>
  )
}

function WhenIdle({ children }: { readonly children: ComponentChildren }) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true))
    return () => clearTimeout(timer)
  }, [])
  return isIdle && children
}

interface ItemRowProps {
  readonly item: Item
  /** The names of the groups around it, if its position does not show them. */
  readonly path?: string
}

export function ItemRow({ item, path }: ItemRowProps) {
  const { name, price, description, calories, tags, inStock, items } = item
  return (
    <li class={inStock ? 'item' : 'item is-out'}>
      {path && <p class="soft small">{path}</p>}
      <div class="line">
        <span class="name">{name}</span>
        {!inStock && <span class="sold-out">Sold out</span>}
        <span class="price">{price === null ? '' : formatPrice(price)}</span>
      </div>
      {description && <p class="soft">{description}</p>}
      <p class="facts soft small">
        {calories !== null && <span>{localNumber(calories)} kcal</span>}
        <Tags tags={tags} />
      </p>
      <Items items={items} />
    </li>
  )
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <span class="tags">
      {tags.map((tag) => (
        <span class="tag" key={tag}>
          {tag}
        </span>
      ))}
    </span>
  )
}
