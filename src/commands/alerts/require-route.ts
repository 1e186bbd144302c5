import { CommandError } from '../../lib/flow/command-error.ts'
import { type ListedRoute, listRoutes } from '../../monitoring/alerts/queries.ts'
import type { Database } from '../../storage/database.ts'

/** @returns the route with this id. @throws {CommandError} that says where to look if there is none */
export async function requireRoute(database: Database, id: string): Promise<ListedRoute> {
  const found = (await listRoutes(database)).find((route) => route.id === id)
  if (found !== undefined) return found
  throw new CommandError(`There is no route ${id}: "signage alerts list" shows all ids.`)
}
