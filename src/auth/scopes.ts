/**
 * The scopes of keys, and what each allows, in the words of the help and of the OpenAPI description. No scope is needed to read
 * menus: they are granted one by one.
 */
export const SCOPES = {
  'device:read': 'read devices',
  'menu:write': 'change items and menus',
  'key:write': 'create keys',
  'device:heartbeat': 'report heartbeats',
  'alert:mute': 'mute devices and sites',
} as const

export type Scope = keyof typeof SCOPES

/** All scopes as one text, each with what it allows. */
export function scopesInWords(): string {
  return Object.entries(SCOPES)
    .map(([scope, allows]) => `${scope} to ${allows}`)
    .join(', ')
}
