import { keysOf } from '../../lib/records.ts'
import type { AlertFormat } from './alert-format.ts'
import { discord } from './discord.ts'
import { ntfy } from './ntfy.ts'
import { pagerduty } from './pagerduty.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'
import { webhook } from './webhook.ts'

/** The formats of messages, by their names. */
export const ALERT_FORMATS = { slack, teams, discord, ntfy, pagerduty, webhook } satisfies Record<
  string,
  AlertFormat
>
export type AlertFormatName = keyof typeof ALERT_FORMATS
export const ALERT_FORMAT_NAMES = keysOf(ALERT_FORMATS)

export const isForPeople = (format: AlertFormatName): boolean => ALERT_FORMATS[format].isForPeople
