import type { Extras } from '../../transfer/write/prune.ts'
import { confirmDeletion } from './confirm.ts'
import { count } from './output.ts'

const SHOWN_NAMES = 10

/**
 * Asks whether what pruning deletes may be deleted.
 * @throws {CommandError} if it is not confirmed
 */
export async function confirmExtras(extras: Extras, yes: true | undefined): Promise<void> {
  const lists = [
    describeExtras(extras.users, 'user', ', with their keys'),
    describeExtras(extras.devices, 'device'),
    describeExtras(extras.menus, 'menu'),
    describeExtras(extras.apiKeys, 'key'),
  ].filter((text) => text !== '')
  if (lists.length > 0) await confirmDeletion(lists.join(' and '), yes)
}

function describeExtras(extras: Extras['users'], noun: string, suffix = ''): string {
  if (extras.length === 0) return ''
  const names = extras.slice(0, SHOWN_NAMES).map(({ id, name }) => (name === id ? id : `${name}, ${id}`))
  const rest = extras.length > SHOWN_NAMES ? `; and ${extras.length - SHOWN_NAMES} more` : ''
  return `${count(extras.length, noun)} (${names.join('; ')}${rest})${suffix}`
}
