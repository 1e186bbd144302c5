import type { AlertRoute } from '../../alerts/alert-route.ts'
import { brokenAddressRule } from '../../alerts/delivery/addresses.ts'
import { ALERT_FORMATS, type AlertFormatName } from '../../alerts/formats/alert-formats.ts'
import { newSigningSecret } from '../../alerts/formats/webhook.ts'
import { readConfig } from '../../config/config.ts'
import { CommandError, UsageError } from '../../lib/command-error.ts'
import { readSecretFile } from '../shared/secret-file.ts'

export interface AddOptions {
  readonly as: AlertFormatName
  readonly id?: string
  /** In milliseconds. */
  readonly after?: number
  readonly site?: string
  readonly tokenFile?: string
}

/**
 * Reads a new route from the arguments of the command.
 * @param given the address, or `-` for standard input
 * @throws {CommandError} if the address or the token is wrong
 */
export async function readNewAlertRoute(given: string, options: AddOptions): Promise<AlertRoute> {
  const { as: format, id = format, after, site, tokenFile } = options
  if (given === '-' && tokenFile === '-')
    throw new UsageError('Standard input cannot be both the address and the token: put one into a file.')
  const url = given === '-' ? (await readSecretFile(given, 'address')).text : given
  requireSendable(url, format)
  return {
    id,
    format,
    url: new URL(url).href,
    token: await readToken(options),
    delay_seconds: after === undefined ? null : after / 1000,
    site_id: site ?? null,
    created_at: Date.now(),
    failing_since: null,
    off_since: null,
  }
}

/**
 * Refuses an address to which messages can never be sent. The IP addresses of its host may change, so they are not checked. No
 * error message repeats the address, because it is a secret.
 * @throws {UsageError} with the rule that the address breaks
 */
function requireSendable(text: string, format: AlertFormatName): void {
  const rule = ruleFor(text, format)
  if (rule !== undefined) throw new UsageError(`The address must ${rule}.`)
}

function ruleFor(text: string, format: AlertFormatName): string | undefined {
  if (!URL.canParse(text)) return 'be a URL such as https://hooks.example.com/alerts'
  const url = new URL(text)
  if (url.hash !== '') return 'not contain a #'
  const rule = brokenAddressRule(url, readConfig().app.webhookAllow.length > 0)
  if (rule !== undefined) return rule
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'begin with https:// or http://'
  return ALERT_FORMATS[format].brokenUrlRule?.(url)
}

/** The token of a new route: from a file, or made here. @throws {CommandError} if it is missing, wrong, or not for this format */
async function readToken({ as: format, tokenFile }: AddOptions): Promise<string | null> {
  const { tokenUse, brokenTokenRule } = ALERT_FORMATS[format]
  if (tokenFile === undefined) {
    if (tokenUse === 'needed')
      throw new UsageError(
        `A route of ${format} needs its key: name a file that contains it with --token-file.`,
      )
    return tokenUse === 'secret' ? newSigningSecret() : null
  }
  if (tokenUse === 'none' || tokenUse === 'secret')
    throw new UsageError(`A route of ${format} has no --token-file.`)
  const { text, place } = await readSecretFile(tokenFile, 'token')
  const rule = brokenTokenRule?.(text)
  if (rule !== undefined) throw new CommandError(`The token ${place} must ${rule}.`)
  return text
}
