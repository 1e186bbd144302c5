import { macAddressOf } from '../device/mac-address.ts'
import { findExisting } from '../storage/chunks.ts'
import type { Database } from '../storage/database.ts'
import { firstSentences, type ImportErrors, showValue } from './document-error.ts'

/** Twelve digits without separators may be a serial number. */
const BARE = /^[0-9a-f]{12}$/i
/** A new device whose id may be the MAC address of another one. */
interface SameMac {
  readonly id: string
  readonly other: string
}

/**
 * Finds new devices whose ids are MAC addresses of others in another spelling. With separators, that is an error.
 * @param ids the ids of the devices of an import file, with their pointers
 * @returns sentences about those without separators, which are devices of their own
 */
export async function checkMacSpellings(
  database: Database,
  ids: ReadonlyMap<string, string>,
  errors: ImportErrors,
): Promise<readonly string[]> {
  const same = await findSameMacs(database, ids.keys())
  for (const { id, other } of same) {
    if (BARE.test(id)) continue
    const problem = `must be ${other}, which another device has, if it is that one, and no other spelling of it`
    errors.add(`${ids.get(id)}/id`, `${problem}, got ${showValue(id)}`)
  }
  const told = same.filter(({ id }) => BARE.test(id))
  const sentences = told.map(({ id, other }) => {
    const advice = `if they are one, write ${other} in the file and delete the other`
    return `The device ${id} is another one than ${other}, although it may be the same MAC address: ${advice}.`
  })
  return firstSentences(sentences)
}

async function findSameMacs(database: Database, ids: Iterable<string>): Promise<readonly SameMac[]> {
  const spellings = new Map<string, Set<string>>()
  for (const id of ids) {
    const mac = macAddressOf(id)
    if (mac !== undefined) spellings.set(mac, (spellings.get(mac) ?? new Set()).add(id))
  }
  const doubtful = [...spellings].filter(([mac, { size }]) => size > 1 || !spellings.get(mac)?.has(mac))
  const known = await findExisting(
    database,
    'devices',
    doubtful.flatMap(([mac, written]) => [mac, ...written]),
  )
  return doubtful.flatMap(([mac, written]) => {
    const first =
      known.has(mac) || written.has(mac)
        ? mac
        : ([...written].find((id) => known.has(id)) ?? [...written][0] ?? mac)
    const others = [...written].filter((id) => id !== first && !known.has(id))
    return others.map((id) => ({ id, other: first }))
  })
}
