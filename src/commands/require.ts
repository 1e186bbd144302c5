import { listKeys, listUsers } from '../auth/administration.ts'
import { findExistingMenus } from '../menu/administration.ts'
import { Refusal } from '../refusal.ts'
import type { Database } from '../storage/database.ts'

/* What a command names must exist: each refuses what does not, and says where to look. */

export async function requireUser(database: Database, id: string): Promise<void> {
  const users = await listUsers(database)
  if (users.some((user) => user.id === id)) return
  throw new Refusal(`There is no user ${id}: add it with "signage users add ${id}".`)
}

export async function requireKey(database: Database, id: string): Promise<void> {
  const keys = await listKeys(database)
  if (keys.some((key) => key.id === id)) return
  throw new Refusal(`There is no key with the id ${id}: "signage keys list" shows all ids.`)
}

export async function requireMenus(database: Database, ids: readonly string[]): Promise<void> {
  const existing = await findExistingMenus(database, ids)
  const missing = ids.filter((id) => !existing.has(id))
  if (missing.length === 0) return
  throw new Refusal(`There is no menu ${missing.join(', ')}: "signage menus list" shows all ids.`)
}
