import { ROUTE_FORMATS, type RouteFormat } from '../route.ts'
import { discord } from './discord.ts'
import type { ReceiverFormat } from './format.ts'
import { ntfy } from './ntfy.ts'
import { pagerduty } from './pagerduty.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'
import { webhook } from './webhook.ts'

/** The formats of messages, by their names. */
export const FORMATS: Readonly<Record<RouteFormat, ReceiverFormat>> = {
  slack,
  teams,
  discord,
  ntfy,
  pagerduty,
  webhook,
}

/** Whether people read what is sent in a format. */
export function isChat(format: RouteFormat): boolean {
  return FORMATS[format].isChat
}

export const CHATS = ROUTE_FORMATS.filter(isChat)
