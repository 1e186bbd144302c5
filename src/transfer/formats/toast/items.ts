import type { SourceItem } from '../mapping/source-menu.ts'
import { cleanText } from '../mapping/text.ts'
import { withVariants } from '../mapping/variants.ts'
import { readFields, sizeGroupOf } from './fields.ts'
import type { ToastFile } from './file.ts'
import { modifiersOf } from './modifiers.ts'
import { guidOf, type ToastNode, visible } from './node.ts'
import { noFixedPrice, priceOf, strategyOf } from './prices.ts'
import { resolve } from './references.ts'

export function readItem(node: ToastNode, file: ToastFile): SourceItem {
  const sizes = sizesOf(node, file)
  const fields = readFields(node, file)
  const items = modifiersOf(node, { id: guidOf(node) ?? '', name: fields.name }, file)
  if (strategyOf(node) !== 'SIZE_PRICE') return { ...fields, price: priceOf(node, fields.name, file), items }
  if (sizes.length === 0) file.report.lose(noFixedPrice('SIZE_PRICE'), fields.name)
  return withVariants({ ...fields, price: null, items }, sizes)
}

function sizesOf(node: ToastNode, file: ToastFile): SourceItem[] {
  const group = sizeGroupOf(node, file)
  if (group === undefined) return []
  const { found } = resolve(group, 'modifierOptionReferences', file.references.options)
  return visible(found, file.report).map((option) => {
    const fields = readFields(option, file)
    const name = `${cleanText(node.fields['name'])} > ${fields.name}`
    return { ...fields, price: priceOf(option, name, file, group), items: [] }
  })
}
