/** What a route is told nothing of. */
export type MutedKind = 'device' | 'site'
/** What can be muted. */
export type MuteKind = MutedKind | 'route'

/** A row of `alert_mutes`. It stays after its end, which delays alerts of what began meanwhile. */
export interface StoredMute {
  readonly kind: MuteKind
  readonly subject_id: string
  /** In milliseconds. */
  readonly until: number
}

/** A mute that lasts longer would be forgotten. */
export const LONGEST_MUTE_DAYS = 7
