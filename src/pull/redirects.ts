import { CommandError } from '../command-error.ts'
import { type Received, shown } from '../http-client/get.ts'

const MAX_REDIRECTS = 5
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/**
 * Follows redirects. They may not leave the origin, because the requests contain a key.
 * @throws {CommandError} if a redirect leads elsewhere, or there are too many
 */
export async function followRedirects(
  url: URL,
  get: (url: URL) => Promise<Received>,
  redirects = 0,
): Promise<Received> {
  const response = await get(url)
  const location = response.headers.get('location')
  if (location === null || !REDIRECTS.includes(response.status)) return response
  const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined
  if (target?.origin !== url.origin)
    throw new CommandError(
      `${shown(url)} redirects to another address, where the key is not sent: pull from that address instead, if you trust it.`,
    )
  if (redirects === MAX_REDIRECTS)
    throw new CommandError(`${shown(url)} redirects more than ${MAX_REDIRECTS} times: check the address.`)
  return followRedirects(target, get, redirects + 1)
}
