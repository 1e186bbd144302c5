import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { warnOfDatabaseUrl } from '../../src/process/startup.ts'
import { installWithDriver } from '../support/broken-files.ts'
import { creating, temporaryFolder } from '../support/database.ts'
import { signage } from '../support/process.ts'
import { replaceInFs } from '../support/replace-in-fs.ts'

const folder = temporaryFolder()

const MOUNTS = '/proc/mounts'
const read = { existsSync, readFileSync }

/** What a service logs that starts with a database, on a machine that lists these mounts. */
function warningsOn(mounts: string, databaseUrl: string): string[] {
  const config = readConfig({ NODE_ENV: 'production', DATABASE_URL: databaseUrl, MAX_CONNECTIONS: '1' })
  const lines: string[] = []
  const putBack = replaceInFs({
    existsSync: (path: string) => path === MOUNTS || read.existsSync(path),
    readFileSync: (...args: Parameters<typeof readFileSync>) =>
      args[0] === MOUNTS ? mounts : read.readFileSync(...args),
  })
  try {
    warnOfDatabaseUrl(config, { warn: (line: string) => lines.push(line) })
    return lines
  } finally {
    putBack()
  }
}

describe('a network file system', () => {
  mkdirSync(join(folder, 'the share/deep'), { recursive: true })
  const share = join(folder, 'the share')
  const mounted = (type: string) =>
    [
      '/dev/sda1 / ext4 rw 0 0',
      'tmpfs /tmp/other tmpfs rw 0 0',
      `server:/x ${share.replace(' ', '\\040')} ${type} rw 0 0`,
      '',
    ].join('\n')

  const warningOf = (type: string) => expect.stringContaining(`network file system (${type})`)

  test.each(['nfs', 'nfs4', 'cifs', 'smb3', 'fuse.sshfs', '9p'])('%s is detected', (type) => {
    expect(warningsOn(mounted(type), join(share, 'signage.db'))).toEqual([warningOf(type)])
    expect(warningsOn(mounted(type), join(share, 'not/yet/there.db'))).toEqual([warningOf(type)])
    expect(warningsOn(mounted(type), join(folder, 'the share.db'))).toEqual([])
  })

  test.each(['ext4', 'xfs', 'btrfs', 'overlay', 'tmpfs', 'fuse.ntfs-3g'])('%s is not one', (type) => {
    expect(warningsOn(mounted(type), join(share, 'signage.db'))).toEqual([])
  })

  test('is detected in a folder below it, and in whatever order the mounts are listed', () => {
    const path = join(share, 'deep/signage.db')
    expect(warningsOn(mounted('nfs4'), path)).toEqual([warningOf('nfs4')])
    expect(warningsOn(`${mounted('nfs4')}/dev/sda1 / ext4 rw 0 0\n`, path)).toEqual([warningOf('nfs4')])
    expect(warningsOn(mounted('nfs4').split('\n').reverse().join('\n'), path)).toEqual([warningOf('nfs4')])
  })

  test('does not count if another file system is mounted below or over it', () => {
    const local = `/dev/sdb1 ${join(share, 'deep').replace(' ', '\\040')} ext4 rw 0 0\n`
    expect(warningsOn(mounted('nfs4') + local, join(share, 'deep/signage.db'))).toEqual([])
    const over = `/dev/sdb1 ${share.replace(' ', '\\040')} ext4 rw 0 0\n`
    expect(warningsOn(mounted('nfs4') + over, join(share, 'signage.db'))).toEqual([])
  })

  test('is warned about in the log, with what to do', () => {
    const url = 'postgres://signage@db/signage?sslmode=disable'
    expect(warningsOn(mounted('nfs4'), join(share, 'signage.db'))).toEqual([
      "The database is on a network file system (nfs4), where SQLite's locks are unreliable and it may be damaged: move it to a local disk, or use PostgreSQL.",
    ])
    expect(warningsOn(mounted('nfs4'), url)).toEqual([])
    expect(warningsOn(mounted('nfs4'), 'sqlite::memory:')).toEqual([])
  })
})

describe('a driver that is not built for this Node is reported in one plain sentence', () => {
  const sentence = `The SQLite driver is not built for this Node (${process.version}): run "npm rebuild better-sqlite3" where signage is installed.`

  test.each([
    ['missing', () => {}],
    ['of another kind', (native: string) => writeFileSync(join(native, 'better_sqlite3.node'), 'no library')],
  ])('%s', async (name, putNative) => {
    const cli = installWithDriver(join(folder, name), putNative)
    const environment = { DATABASE_URL: join(folder, 'none.db') }
    for (const args of [['migrate'], ['import', '-']]) {
      const run = await signage(args, { cli, environment, input: '{"menus": []}' })
      const before = args.includes('migrate') ? creating(environment) : ''
      expect(run).toEqual({ code: 1, stdout: '', stderr: `${before}${sentence}\n` })
    }
    writeFileSync(join(folder, 'any.db'), '')
    const { code, stdout } = await signage(['doctor'], {
      cli,
      environment: { DATABASE_URL: join(folder, 'any.db') },
    })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fault {4}database {7}The SQLite driver is not built/m)
    expect(stdout.split(sentence)).toHaveLength(2)
  })
})
