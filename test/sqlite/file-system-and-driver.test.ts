import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { warnOfNetwork } from '../../src/server/process/startup.ts'
import { networkFileSystem } from '../../src/storage/sqlite/file-system.ts'
import { installWithDriver } from '../support/broken-files.ts'
import { creating, temporaryFolder } from '../support/database.ts'
import { signage } from '../support/process.ts'

const folder = temporaryFolder()

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

  test.each(['nfs', 'nfs4', 'cifs', 'smb3', 'fuse.sshfs', '9p'])('%s is detected', (type) => {
    expect(networkFileSystem(join(share, 'signage.db'), mounted(type))).toBe(type)
    expect(networkFileSystem(join(share, 'not/yet/there.db'), mounted(type))).toBe(type)
    expect(networkFileSystem(join(folder, 'the share.db'), mounted(type))).toBeUndefined()
  })

  test.each(['ext4', 'xfs', 'btrfs', 'overlay', 'tmpfs', 'fuse.ntfs-3g'])('%s is not one', (type) => {
    expect(networkFileSystem(join(share, 'signage.db'), mounted(type))).toBeUndefined()
  })

  test('is detected in a folder below it, and in whatever order the mounts are listed', () => {
    const path = join(share, 'deep/signage.db')
    expect(networkFileSystem(path, mounted('nfs4'))).toBe('nfs4')
    expect(networkFileSystem(path, `${mounted('nfs4')}/dev/sda1 / ext4 rw 0 0\n`)).toBe('nfs4')
    expect(networkFileSystem(path, mounted('nfs4').split('\n').reverse().join('\n'))).toBe('nfs4')
  })

  test('does not count if another file system is mounted below or over it', () => {
    const local = `/dev/sdb1 ${join(share, 'deep').replace(' ', '\\040')} ext4 rw 0 0\n`
    expect(networkFileSystem(join(share, 'deep/signage.db'), mounted('nfs4') + local)).toBeUndefined()
    const over = `/dev/sdb1 ${share.replace(' ', '\\040')} ext4 rw 0 0\n`
    expect(networkFileSystem(join(share, 'signage.db'), mounted('nfs4') + over)).toBeUndefined()
  })

  test('is warned about in the log, with what to do', () => {
    const lines: string[] = []
    const logger = { warn: (line: string) => lines.push(line) }
    warnOfNetwork(join(share, 'signage.db'), logger, mounted('nfs4'))
    warnOfNetwork(join(share, 'signage.db'), logger, mounted('ext4'))
    warnOfNetwork('sqlite::memory:', logger, mounted('nfs4'))
    warnOfNetwork('postgres://signage@db/signage?sslmode=disable', logger, mounted('nfs4'))
    expect(lines).toEqual([
      "The database is on a network file system (nfs4), where SQLite's locks are unreliable and it may be damaged: move it to a local disk, or use PostgreSQL.",
    ])
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
    const { code, stdout } = await signage(['doctor'], { cli, environment })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fault {4}driver {9}The SQLite driver is not built/m)
    expect(stdout.split(sentence)).toHaveLength(2)
  })
})
