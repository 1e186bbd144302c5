import { InvalidArgumentError } from 'commander'
import { CommandError } from '../../lib/flow/command-error.ts'
import { hasUser, isUsualPort, settingThatAllows } from '../../monitoring/alerts/delivery/addresses.ts'
import { FORMATS } from '../../monitoring/alerts/receivers/formats.ts'
import { newSigningSecret } from '../../monitoring/alerts/receivers/webhook.ts'
import type { RouteFormat } from '../../monitoring/alerts/route.ts'
import { readConfig } from '../../server/config/config.ts'
import { readSecretFile } from '../shared/key-file.ts'

/** The options of `signage alerts add`. */
export interface AddOptions {
  readonly as: RouteFormat
  readonly id?: string
  /** In milliseconds. */
  readonly after?: number
  readonly site?: string
  readonly quiet?: { readonly from: string; readonly to: string }
  readonly timezone?: string
  readonly tokenFile?: string
}

const QUIET = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/

export function readQuietHours(text: string): { from: string; to: string } {
  const [, from, to] = QUIET.exec(text) ?? []
  if (from !== undefined && to !== undefined && from !== to) return { from, to }
  throw new InvalidArgumentError('It must be two different times such as 22:00-06:00.')
}

/**
 * Refuses an address that messages could never be sent to. What its name resolves to may change, and is no reason to refuse it. No message
 * repeats the address, which is a secret.
 * @throws {CommandError} that says what it must be
 */
export async function requireSendable(text: string, format: RouteFormat): Promise<void> {
  const rule = await ruleFor(text, format)
  if (rule !== undefined) throw new CommandError(`The address must ${rule}.`)
}

async function ruleFor(text: string, format: RouteFormat): Promise<string | undefined> {
  if (!URL.canParse(text)) return 'be a URL such as https://hooks.example.com/alerts'
  const url = new URL(text)
  if (hasUser(url)) return 'not contain a user or a password'
  if (url.hash !== '') return 'not contain a #'
  if (readConfig().webhookAllow.length === 0) {
    const others = async () => `others are possible only with ${await settingThatAllows(url)}`
    if (url.protocol !== 'https:') return `begin with https://: ${await others()}`
    if (!isUsualPort(url)) return `have the port 443 or 8443: ${await others()}`
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'begin with https:// or http://'
  return FORMATS[format].urlRule?.(url)
}

/** The token of a new route: from a file, or made here. @throws {CommandError} if the format needs another */
export async function readToken({ as: format, tokenFile }: AddOptions): Promise<string | null> {
  const { token: use, tokenRule } = FORMATS[format]
  if (tokenFile === undefined) {
    if (use === 'needed')
      throw new CommandError(
        `A route of ${format} needs its key: name a file that contains it with --token-file.`,
      )
    return use === 'secret' ? newSigningSecret() : null
  }
  if (use === 'none' || use === 'secret') throw new CommandError(`A route of ${format} has no --token-file.`)
  const { text, source } = await readSecretFile(tokenFile, 'token')
  const rule = tokenRule?.(text)
  if (rule !== undefined) throw new CommandError(`The token ${source} must ${rule}.`)
  return text
}
