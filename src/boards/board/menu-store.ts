import { type GroupsEnvelope, isEnvelope } from '../../browser/menu/menu-fields.ts'
import type { GroupsRequest } from '../../browser/menu/request-groups.ts'
import { ROOT } from '../../browser/root.ts'

const CACHE = 'board-menus'
const CONFIRMED_AT_HEADER = 'x-confirmed-at'
/** Enough bytes to distinguish keys, and too few to restore one. */
const DIGEST_BYTES = 8

/** A menu, and when the service last confirmed it. */
interface StoredMenu {
  readonly body: GroupsEnvelope
  readonly confirmedAt: Date
}

/** Stores the last good menu, so that it survives a reload. */
export interface MenuStore {
  readonly read: () => Promise<StoredMenu | undefined>
  readonly write: (menu: StoredMenu) => Promise<void>
  /**
   * Deletes the menus that were read with this key.
   * @returns whether there were any, which means that the key has been valid on this screen
   */
  readonly deleteMenus: () => Promise<boolean>
}

/** Used if the page comes over plain HTTP from another machine: such a page has neither the Cache API nor digests. */
const NO_STORE: MenuStore = {
  read: async () => undefined,
  write: async () => {},
  deleteMenus: async () => false,
}

/** Opens the storage of a board. Menus are stored by query and a digest of the key, not the key itself. */
export async function openMenuStore({ query, key }: GroupsRequest): Promise<MenuStore> {
  if (!isSecureContext || !('caches' in globalThis)) return NO_STORE
  const [cache, digest] = await Promise.all([caches.open(CACHE), digestOf(key)])
  const address = `${ROOT}/app/board/stored/${digest}?${query}`
  return {
    read: async () => storedMenuOf(await cache.match(address)),
    write: async ({ body, confirmedAt }) => {
      await deleteWhere((url) => url.search === new URL(address, location.href).search && !isOwn(url))
      await cache.put(
        address,
        new Response(JSON.stringify(body), { headers: { [CONFIRMED_AT_HEADER]: confirmedAt.toISOString() } }),
      )
    },
    deleteMenus: async () => (await deleteWhere(isOwn)) > 0,
  }

  function isOwn({ pathname }: URL): boolean {
    return pathname.endsWith(`/${digest}`)
  }

  /** @returns how many menus were deleted */
  async function deleteWhere(matches: (url: URL) => boolean): Promise<number> {
    const deleted = (await cache.keys()).filter(({ url }) => matches(new URL(url)))
    await Promise.all(deleted.map((request) => cache.delete(request)))
    return deleted.length
  }
}

async function storedMenuOf(response: Response | undefined): Promise<StoredMenu | undefined> {
  const body: unknown = await response?.json()
  const confirmedAt = new Date(response?.headers.get(CONFIRMED_AT_HEADER) ?? Number.NaN)
  return isEnvelope(body) && !Number.isNaN(confirmedAt.getTime()) ? { body, confirmedAt } : undefined
}

async function digestOf(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  return [...new Uint8Array(digest, 0, DIGEST_BYTES)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
