import { isObject } from '../../lib/json/json.ts'

type Container = unknown[] | Readonly<Record<string, unknown>>

interface Operation {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}

/**
 * Applies a JSON Patch (RFC 6902) with the operations add, remove and replace. The given document is not
 * changed, so a patch that fails half-way does no harm.
 * @returns the patched document
 * @throws {Error} if the patch is invalid, or does not fit the document
 */
export function applyPatch(document: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch)) throw new Error('The patch is not a list of operations')
  return patch.reduce((patched: unknown, operation: unknown) => {
    if (!isOperation(operation)) throw new Error('The patch has an invalid or unknown operation')
    return changed(patched, tokensOf(operation.path), operation)
  }, document)
}

function isOperation(value: unknown): value is Operation {
  if (!isObject(value) || typeof value['path'] !== 'string') return false
  const { op } = value
  return op === 'remove' || ((op === 'add' || op === 'replace') && 'value' in value)
}

/** Splits a JSON Pointer (RFC 6901) into its tokens. */
function tokensOf(pointer: string): string[] {
  if (pointer === '') return []
  if (!pointer.startsWith('/')) throw new Error('A path does not start with a slash')
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function changed(target: unknown, [token, ...rest]: readonly string[], operation: Operation): unknown {
  if (token === undefined) return operation.op === 'remove' ? null : operation.value
  const container = asContainer(target)
  if (rest.length > 0) return withMember(container, token, changed(member(container, token), rest, operation))
  if (operation.op === 'add') return added(container, token, operation.value)
  member(container, token)
  return operation.op === 'remove' ? without(container, token) : withMember(container, token, operation.value)
}

function asContainer(value: unknown): Container {
  if (isObject(value) || Array.isArray(value)) return value
  throw new Error('A path leads into a value that is neither an object nor a list')
}

function member(container: Container, token: string): unknown {
  if (Array.isArray(container)) return container[indexOf(token, container.length - 1)]
  if (!Object.keys(container).includes(token)) throw new Error('A path leads to a member that does not exist')
  return container[token]
}

function added(container: Container, token: string, value: unknown): Container {
  if (!Array.isArray(container)) return { ...container, [token]: value }
  const index = token === '-' ? container.length : indexOf(token, container.length)
  return [...container.slice(0, index), value, ...container.slice(index)]
}

function withMember(container: Container, token: string, value: unknown): Container {
  if (!Array.isArray(container)) return { ...container, [token]: value }
  return container.map((existing, index) => (index === Number(token) ? value : existing))
}

function without(container: Container, token: string): Container {
  if (Array.isArray(container)) return container.filter((_, index) => index !== Number(token))
  const { [token]: _, ...rest } = container
  return rest
}

function indexOf(token: string, last: number): number {
  const index = /^(0|[1-9]\d*)$/.test(token) ? Number(token) : Number.NaN
  if (!(index <= last)) throw new Error('A path has an index that the list does not have')
  return index
}
