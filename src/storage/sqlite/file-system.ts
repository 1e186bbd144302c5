import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Linux lists the mounted file systems here. Other systems have no such file, so the check is skipped. */
const MOUNTS = '/proc/mounts'
/** File systems whose locks or shared memory do not work between machines, which SQLite requires. */
const NETWORK_TYPES =
  /^(nfs\d?|cifs|smb\d?|smbfs|9p|afs|ceph|glusterfs|lustre|fuse\.(sshfs|glusterfs|ceph|s3fs|rclone|davfs|smbnetfs|goofys|juicefs|mount-s3|gcsfuse))$/
/** A line of the mounts: the mount point, with octal escapes, then the type. */
const MOUNT = /^\S+ (\S+) (\S+) /gm

/** The type of the network file system of a path, which need not exist; undefined for a local disk. */
function networkFileSystem(path: string): string | undefined {
  const place = `${existingPart(resolve(path))}/`
  let longest = ''
  let type = ''
  for (const [, escaped = '', mounted = ''] of readMounts().matchAll(MOUNT)) {
    const folder = withoutEscapes(escaped)
    const prefix = folder.endsWith('/') ? folder : `${folder}/`
    // If two file systems have the same mount point, the later one hides the other.
    if (!place.startsWith(prefix) || prefix.length < longest.length) continue
    longest = prefix
    type = mounted
  }
  return NETWORK_TYPES.test(type) ? type : undefined
}

/** A warning for a database on a network file system; undefined for a local disk. */
export function networkWarning(path: string): string | undefined {
  const type = networkFileSystem(path)
  if (type === undefined) return undefined
  return `The database is on a network file system (${type}), where SQLite's locks are unreliable and it may be damaged: move it to a local disk, or use PostgreSQL.`
}

/** The path itself if it exists, otherwise the nearest parent folder that does. */
export function existingPart(path: string): string {
  return existsSync(path) ? realpathSync(path) : existingPart(dirname(path))
}

function readMounts(): string {
  return existsSync(MOUNTS) ? readFileSync(MOUNTS, 'utf8') : ''
}

function withoutEscapes(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8)))
}
