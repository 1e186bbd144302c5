import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Where Linux says what is mounted; other systems have no such file, and are taken at their word. */
const MOUNTS = '/proc/mounts'
/** File systems whose locks or shared memory do not hold between machines, as SQLite needs them to. */
const NETWORK_TYPES =
  /^(nfs\d?|cifs|smb\d?|smbfs|9p|afs|ceph|glusterfs|lustre|fuse\.(sshfs|glusterfs|ceph|s3fs|rclone|davfs|smbnetfs|goofys|juicefs|mount-s3|gcsfuse))$/

/** A line of the mounts: the place in octal escapes, then the type. */
const MOUNT = /^\S+ (\S+) (\S+) /

/** The type of the network file system that a file is, or would be, on; undefined where it is on a disk. */
export function networkFileSystem(path: string, mounts = readMounts()): string | undefined {
  const place = `${existingPart(resolve(path))}/`
  let longest = ''
  let type = ''
  for (const line of mounts.split('\n')) {
    const [, escaped = '', mounted = ''] = MOUNT.exec(line) ?? []
    const folder = withoutEscapes(escaped)
    const prefix = folder.endsWith('/') ? folder : `${folder}/`
    // Of two at one place, the later hides the other.
    if (escaped === '' || !place.startsWith(prefix) || prefix.length < longest.length) continue
    longest = prefix
    type = mounted
  }
  return NETWORK_TYPES.test(type) ? type : undefined
}

/** The sentence for a database on a network file system; undefined where it is on a disk. */
export function networkWarning(path: string, mounts?: string): string | undefined {
  const type = networkFileSystem(path, mounts)
  if (type === undefined) return undefined
  return `The database is on a network file system (${type}), where SQLite's locks do not hold and it may be damaged: move it to a disk of this machine, or use PostgreSQL.`
}

/** The path itself, or the folder that is nearest to it, of those that exist. */
export function existingPart(path: string): string {
  return existsSync(path) ? realpathSync(path) : existingPart(dirname(path))
}

function readMounts(): string {
  return existsSync(MOUNTS) ? readFileSync(MOUNTS, 'utf8') : ''
}

function withoutEscapes(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8)))
}
