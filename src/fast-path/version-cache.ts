import { MEBIBYTE } from '../lib/bytes.ts'
import type { ContentVersion, Database } from '../storage/database.ts'

/** The size limit of a cache. */
const LIMIT_BYTES = 8 * MEBIBYTE
/** The estimated size of one value without its key. The value may contain a key as long. */
const OVERHEAD_BYTES = 1024

/**
 * Creates a cache of values by key. All values belong to one content version: when a value of a newer version is
 * added, the older ones are dropped. The cache is cleared when full, since all values can be read again.
 */
export function createVersionCache<Value>(database: Database) {
  const values = new Map<string, Value>()
  let current: ContentVersion = Number.NEGATIVE_INFINITY
  let heldBytes = 0

  async function ifCurrent(value: Value, versionOfValue: ContentVersion): Promise<Value | undefined> {
    return (await database.contentVersion()) === versionOfValue ? value : undefined
  }

  return {
    /**
     * The cached value if the content version is unchanged. Synchronous if there is none.
     * @throws {StorageUnavailableError} if the content version cannot be read
     */
    get(key: string): Promise<Value | undefined> | undefined {
      const value = values.get(key)
      return value === undefined ? undefined : ifCurrent(value, current)
    },
    /** @param contentVersion the content version that was read before the value */
    set(key: string, contentVersion: ContentVersion, value: Value): void {
      // A slow read may be outdated by now. It must not evict current values.
      if (contentVersion < current) return
      if (contentVersion !== current || heldBytes > LIMIT_BYTES) {
        values.clear()
        heldBytes = 0
      }
      current = contentVersion
      if (!values.has(key)) heldBytes += key.length + OVERHEAD_BYTES
      values.set(key, value)
    },
  }
}
