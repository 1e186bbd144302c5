/**
 * Returns the address to listen on. For `localhost`, Fastify would open a second server for IPv6, which the
 * graceful shutdown does not cover.
 */
export function oneAddress(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host
}

/** Describes why an address cannot be listened on, and what to do. */
export function describeListenError(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  port: number,
): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop what listens there, or set PORT to another.`
  if (code === 'EACCES') return `Port ${port} may not be listened on by this user: set PORT to 1024 or more.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST is ${host}, which is no address of this machine: set it to one that is, or to 0.0.0.0.`
  }
  return `Cannot listen on ${host}, port ${port}: ${message}.`
}
