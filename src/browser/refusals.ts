import { SCOPES, type Scope } from '../auth/scopes.ts'

/** Boards have this sentence in their languages. */
export const MAY_NOT_READ = 'This key may not read this menu.'

/** Returns the sentence about the scope that a valid key lacks. */
export function missingScope(scope: Scope): string {
  return `This key cannot ${SCOPES[scope]}. It needs the scope ${scope}.`
}
