import type { Database } from '../storage/database.ts'
import type { Answer } from './cache/cached-response.ts'
import { type Answers, addressOf } from './cache/response-cache.ts'
import { loadTrees, type Menus } from './repository.ts'
import { type Selection, select, spell } from './selection.ts'

interface Parts {
  readonly database: Database
  readonly answers: Answers
}

/** An answer of `GET /v1/groups`, and where it belongs. */
export interface GroupsAnswer {
  readonly answer: Answer
  readonly address: string
}

/** What a selection of these menus answers, in these revisions or newer ones. */
export async function findGroups(
  { database, answers }: Parts,
  { menus, revisions }: Menus,
  selection: Selection,
): Promise<GroupsAnswer> {
  const question = `groups ${spell(selection)}`
  const address = addressOf(question, revisions)
  const answer = await answers.find(address, async () => {
    const loaded = await loadTrees(database, menus)
    return { value: select(loaded.trees, selection), address: addressOf(question, loaded.revisions) }
  })
  return { answer, address }
}
