import type { GroupsEnvelope } from '#dist/menu/schema.js'
import type { Selection } from './ask.ts'
import { isEnvelope } from './envelope.ts'

const CACHE = 'board-answers'
/** Contains an empty entry for each key that was refused after it had worked. */
const ENDED_KEYS_CACHE = 'board-ended-keys'
const AT_HEADER = 'x-board-at'
/** Enough to distinguish keys, too little to be one. */
const DIGEST_BYTES = 8

/** A menu, and when the service last confirmed it. */
export interface Kept {
  readonly body: GroupsEnvelope
  readonly at: Date
}

/** Stores the last good menu, so that it survives a reload. */
export interface Keep {
  readonly read: () => Promise<Kept | undefined>
  readonly write: (kept: Kept) => Promise<void>
  /**
   * Deletes the menus that were read with this key.
   * @returns whether the key ever worked in this browser
   */
  readonly drop: () => Promise<boolean>
}

/** Used if the page comes over plain HTTP from another machine: browsers store nothing for such a page. */
const NOTHING: Keep = { read: async () => undefined, write: async () => {}, drop: async () => false }

/** Opens the storage of a board. Menus are stored by query and a digest of the key, not the key itself. */
export async function openKeep({ query, key }: Selection): Promise<Keep> {
  if (!isSecureContext || !('caches' in globalThis)) return NOTHING
  const [cache, endedKeys, digest] = await Promise.all([
    caches.open(CACHE),
    caches.open(ENDED_KEYS_CACHE),
    digestOf(key),
  ])
  const ended = `/app/board/kept/${digest}`
  const address = `${ended}?${query}`
  return {
    read: async () => keptOf(await cache.match(address)),
    write: async ({ body, at }) => {
      await dropWhere((url) => url.search === new URL(address, location.href).search && !isOwn(url))
      await cache.put(
        address,
        new Response(JSON.stringify(body), { headers: { [AT_HEADER]: at.toISOString() } }),
      )
    },
    drop: async () => {
      if ((await dropWhere(isOwn)) > 0) await endedKeys.put(ended, new Response())
      return (await endedKeys.match(ended)) !== undefined
    },
  }

  function isOwn({ pathname }: URL): boolean {
    return pathname.endsWith(`/${digest}`)
  }

  /** @returns how many responses were deleted */
  async function dropWhere(isDropped: (url: URL) => boolean): Promise<number> {
    const dropped = (await cache.keys()).filter(({ url }) => isDropped(new URL(url)))
    await Promise.all(dropped.map((request) => cache.delete(request)))
    return dropped.length
  }
}

async function keptOf(response: Response | undefined): Promise<Kept | undefined> {
  const body: unknown = await response?.json()
  const at = new Date(response?.headers.get(AT_HEADER) ?? Number.NaN)
  return isEnvelope(body) && !Number.isNaN(at.getTime()) ? { body, at } : undefined
}

async function digestOf(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  return [...new Uint8Array(digest, 0, DIGEST_BYTES)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
