import { createDeviceList } from '../../src/device/device-list.ts'
import { findDeviceOfUser, findReadableDevice } from '../../src/device/repository.ts'
import { findGrantedMenus, loadTrees } from '../../src/menu/repository.ts'
import { findChildItems, findItemTree, itemAccessQuery } from '../../src/menu-changes/queries.ts'

/** What requests look up. */
export const LOOKUPS = {
  createDeviceList,
  findReadableDevice,
  findDeviceOfUser,
  findGrantedMenus,
  loadTrees,
  itemAccessQuery,
  findChildItems,
  findItemTree,
}
