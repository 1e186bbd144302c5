import { type Static, Type } from '@sinclair/typebox'
import type { SchemaErrorFormatter } from 'fastify/types/schema.js'
import type { Group, GroupsEnvelope } from './schema.ts'
import { cutGroup, visitGroups } from './tree.ts'

const DEFAULT_PAGE_SIZE = 10
const MAX_PAGE_SIZE = 50

const values = (description: string) =>
  Type.Optional(
    Type.Array(Type.String(), {
      description: `${description} Several values: repeated, separated by commas, or as a JSON array.`,
    }),
  )
// Text, not numbers: a coercion to numbers would let "1e1", " 1" and "Infinity" through.
const wholeNumber = (pattern: string, description: string) =>
  Type.Optional(Type.String({ pattern, description }))

/** The query of `GET /v1/groups`. An empty value counts as not given. */
export const GroupsQuery = Type.Object({
  menus: values('Only groups of these menus.'),
  groups: values('Exactly these groups, at any depth.'),
  tags: values('Groups that carry all of these tags, at any depth. A tag may contain a comma.'),
  depth: wholeNumber('^[0-9]*$', 'How many levels to nest below an entry; 0 is none. Without it: all.'),
  page: wholeNumber('^(0*[1-9][0-9]*)?$', 'Which page of the top level, from 1.'),
  pageSize: wholeNumber(
    '^[0-9]*$',
    `Entries a page, at most ${MAX_PAGE_SIZE}; ${DEFAULT_PAGE_SIZE} if only page is given.`,
  ),
})
export type GroupsQuery = Static<typeof GroupsQuery>

const RULES: Readonly<Record<string, string>> = {
  depth: 'a whole number, 0 or more',
  page: 'a whole number, 1 or more',
  pageSize: 'a whole number, 0 or more',
}

/** Says what the first parameter of the wrong form must be. */
export const describeFault: SchemaErrorFormatter = ([fault]) => {
  const parameter = fault?.instancePath.slice(1) ?? ''
  return new Error(`The parameter ${parameter} must be ${RULES[parameter] ?? 'text'}`)
}

/** What a query asks for, understood. */
export interface Selection {
  readonly groupIds: ReadonlySet<string> | undefined
  readonly tags: readonly string[]
  readonly depth: number
  readonly page: { readonly number: number; readonly size: number } | undefined
}

/** Understands a query. The menus are not part of it: they are looked up together with the key. */
export function readSelection(query: GroupsQuery): Selection {
  return {
    groupIds: readIds(query.groups),
    tags: readValues(query.tags),
    depth: query.depth ? Number(query.depth) : Number.POSITIVE_INFINITY,
    page: readPage(query),
  }
}

/** The one spelling of a selection, whatever the order and the form of the parameters that it was read from. */
export function spell({ groupIds, tags, depth, page }: Selection): string {
  const groups = groupIds ? JSON.stringify([...groupIds].sort()) : ''
  const carried = tags.length > 0 ? JSON.stringify([...new Set(tags)].sort()) : ''
  return `${groups} ${carried} ${depth} ${page ? `${page.number}/${page.size}` : ''}`
}

/** The ids that a parameter names, or undefined where it names none and so sets no limit. */
export function readIds(parameter: string | readonly string[] | undefined): ReadonlySet<string> | undefined {
  const ids = readValues(parameter).flatMap((value) => [value, ...partsOf(value)])
  return ids.length === 0 ? undefined : new Set(ids)
}

/** What the menus' trees, in their order, answer to a selection. */
export function select(trees: readonly (readonly Group[])[], selection: Selection): GroupsEnvelope {
  const matches = findMatches(trees.flat(), selection)
  const { page, depth } = selection
  const entries = page ? matches.slice((page.number - 1) * page.size, page.number * page.size) : matches
  return {
    metadata: { groups: { total: matches.length } },
    groups: depth === Number.POSITIVE_INFINITY ? entries : entries.map((group) => cutGroup(group, depth)),
  }
}

function findMatches(topLevel: Group[], { groupIds, tags }: Selection): Group[] {
  if (groupIds === undefined && tags.length === 0) return topLevel
  const requirements = tags.map((tag) => ({ tag, parts: partsOf(tag) }))
  const matches: Group[] = []
  visitGroups(topLevel, (group) => {
    if (groupIds && !groupIds.has(group.id)) return
    if (requirements.every((requirement) => meets(group, requirement))) matches.push(group)
  })
  return matches
}

/** A tag with a comma in it cannot be told from two tags: carrying it whole or in all its parts will do. */
function meets({ tags }: Group, { tag, parts }: { tag: string; parts: readonly string[] }): boolean {
  return tags.includes(tag) || (parts.length > 0 && parts.every((part) => tags.includes(part)))
}

function readPage({ page, pageSize }: GroupsQuery): Selection['page'] {
  if (!page && !pageSize) return undefined
  const size = pageSize ? Number(pageSize) : DEFAULT_PAGE_SIZE
  return {
    number: Math.min(Number(page || 1), Number.MAX_SAFE_INTEGER),
    size: Math.min(size, MAX_PAGE_SIZE),
  }
}

function readValues(parameter: string | readonly string[] | undefined): string[] {
  return [parameter ?? []]
    .flat()
    .flatMap((value) => readJsonArray(value) ?? [value])
    .filter((value) => partsOf(value).length > 0)
}

/** The members of a JSON array of strings or whole numbers; undefined for any other text. */
function readJsonArray(text: string): string[] | undefined {
  if (!text.startsWith('[') || !text.endsWith(']')) return undefined
  try {
    const members: unknown[] = JSON.parse(text)
    const plain = members.every((member) => typeof member === 'string' || Number.isSafeInteger(member))
    return plain ? members.map(String) : undefined
  } catch {
    return undefined
  }
}

function partsOf(value: string): string[] {
  return value.split(',').filter((part) => part !== '')
}
