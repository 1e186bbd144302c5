import { SCOPES, type Scope } from '../auth/scopes.ts'
import type { Failure } from './request.ts'

/** Why a request has no content to show. */
export type FailureReason =
  /** The service rejected the key. */
  | { readonly kind: 'invalidKey' }
  /** The key may not read this, or the query is wrong. The sentence of the service is empty if it adds nothing. */
  | { readonly kind: 'refused'; readonly sentence: string }
  /** There is no valid response, because the service or the network before it fails. */
  | { readonly kind: 'unavailable'; readonly retryAfterMs: number }

/** The name of a scope, such as `menu:write`. */
const SCOPE = /\b[a-z]+:[a-z]+\b/

/** Boards have this sentence in their languages. */
export const MAY_NOT_READ = 'This key may not read this menu.'

/** Returns the sentence about the scope that a valid key lacks. */
export function missingScope(scope: Scope): string {
  return `This key cannot ${SCOPES[scope]}. It needs the scope ${scope}.`
}

/** Returns why a failed request has no content to show. */
export function reasonOfFailure({ status, message, retryAfterMs }: Failure): FailureReason {
  if (status === 401) return { kind: 'invalidKey' }
  if (status === 400) return { kind: 'refused', sentence: message }
  if (status === 403) return { kind: 'refused', sentence: SCOPE.test(message) ? message : '' }
  return { kind: 'unavailable', retryAfterMs }
}
