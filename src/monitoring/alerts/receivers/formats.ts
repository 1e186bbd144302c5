import { discord } from './discord.ts'
import type { ReceiverFormat } from './format.ts'
import { ntfy } from './ntfy.ts'
import { pagerduty } from './pagerduty.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'
import { webhook } from './webhook.ts'

/** What a route may send, by its name. */
export const FORMATS = {
  slack,
  teams,
  discord,
  ntfy,
  pagerduty,
  webhook,
} as const satisfies Readonly<Record<string, ReceiverFormat>>
