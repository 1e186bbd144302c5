/**
 * The scopes of keys, and what each allows; help and the description of the interfaces say it in these words.
 * Menus are read without a scope: they are granted one by one.
 */
export const SCOPES = {
  'device:read': 'read devices',
  'menu:write': 'change items and menus',
  'device:heartbeat': 'report heartbeats',
  'alert:mute': 'mute devices and sites',
} as const

export type Scope = keyof typeof SCOPES

/** Every scope with what it allows, in one sentence. */
export function scopesInWords(): string {
  return Object.entries(SCOPES)
    .map(([scope, allows]) => `${scope} to ${allows}`)
    .join(', ')
}
