import { MENU_DESCRIPTION, MENU_TIMES } from '../mapping/losses.ts'
import { Prices } from '../mapping/prices.ts'
import type { SourceGroup, SourceMenu } from '../mapping/source-menu.ts'
import { cleanDescription } from '../mapping/text.ts'
import { ConversionReport } from '../report.ts'
import type { ToastFile } from './file.ts'
import { readItem } from './items.ts'
import { childNodes, guidOf, hasTimes, nameOf, reportTimes, type ToastNode, visible } from './node.ts'
import { itemTags } from './tags.ts'

export function readMenu(node: ToastNode, file: ToastFile): SourceMenu {
  const name = nameOf(node, file.report.errors)
  if (cleanDescription(node.fields['description']) !== null) file.report.lose(MENU_DESCRIPTION, name)
  if (hasTimes(node)) file.report.lose(MENU_TIMES, name)
  const groups = readGroups(node, file)
  return { sourceId: guidOf(node), name, location: undefined, restaurant: undefined, groups }
}

/** A menu that the user did not choose. Nothing in it is worth a report. */
export function readMenuLeftOut(node: ToastNode, file: ToastFile): SourceMenu {
  const menu = readMenu(node, { ...file, prices: new Prices(undefined), report: new ConversionReport() })
  return { ...menu, groups: menu.groups.map(keepEmpty), isLeftOut: true }
}

/** So that its empty groups are not counted. */
function keepEmpty(group: SourceGroup): SourceGroup {
  return { ...group, groups: group.groups.map(keepEmpty), keepEmpty: true }
}

function readGroups(parent: ToastNode, file: ToastFile): SourceGroup[] {
  const nodes = childNodes(parent, 'menuGroups', file.report.errors)
  return visible(nodes, file.report).map((node) => {
    reportTimes(node, file.report)
    return {
      sourceId: guidOf(node),
      name: nameOf(node, file.report.errors),
      description: cleanDescription(node.fields['description']),
      tags: itemTags(node),
      groups: readGroups(node, file),
      items: visible(childNodes(node, 'menuItems', file.report.errors), file.report).map((item) =>
        readItem(item, file),
      ),
    }
  })
}
