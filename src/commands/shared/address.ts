import { InvalidArgumentError } from 'commander'
import { CommandError } from '../../command-error.ts'

/**
 * The address of a service, without a slash at the end: an origin, with a path if its interfaces are below one.
 * @throws {CommandError} if it contains a password, which the message of a usage error would repeat
 */
export function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && (url.username !== '' || url.password !== ''))
    throw new CommandError('The address must not contain a user or a password: put the key in a file.')
  const isAddress = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url && isAddress && url.search === '' && url.hash === '')
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  throw new InvalidArgumentError('It must be an address such as https://signage.example.com.')
}
