import { ALERT_FORMAT_NAMES, type AlertFormatName } from '../alert-route.ts'
import type { AlertFormat } from './alert-format.ts'
import { discord } from './discord.ts'
import { ntfy } from './ntfy.ts'
import { pagerduty } from './pagerduty.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'
import { webhook } from './webhook.ts'

export const ALERT_FORMATS: Readonly<Record<AlertFormatName, AlertFormat>> = {
  slack,
  teams,
  discord,
  ntfy,
  pagerduty,
  webhook,
}

/** Whether people read messages in a format. */
export function isChat(format: AlertFormatName): boolean {
  return ALERT_FORMATS[format].isChat
}

export const CHATS = ALERT_FORMAT_NAMES.filter(isChat)
