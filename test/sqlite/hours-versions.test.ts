import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { allSitesWithoutHoursQuery, type SiteWithoutHours } from '../../src/device/sites/queries.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { connectAsOtherProgram, temporaryFolder } from '../support/database.ts'

/*
 * People change opening hours with the shell of SQLite, which does not enforce foreign keys unless it is told to. The service must notice
 * each change.
 */

const CLOSED = `'{"windows":[],"exceptions":[]}'`

/** A database with a site that has hours, and another program without foreign keys. */
async function open() {
  const file = join(temporaryFolder(), 'signage.db')
  const database = await openDatabase(file, 'create')
  onTestFinished(() => database.close())
  const other = connectAsOtherProgram(file)
  onTestFinished(() => void other.close())
  other.exec(`PRAGMA foreign_keys = OFF; ${insert(CLOSED)}`)
  const [before] = await list()
  expect(before?.hours_version).toMatch(/./)

  async function list(): Promise<readonly SiteWithoutHours[]> {
    const snapshot = await database.openSnapshot()
    return snapshot.all<SiteWithoutHours>(allSitesWithoutHoursQuery()).finally(() => snapshot.close())
  }

  return { database, other, list, versionBefore: before?.hours_version ?? '' }
}

function insert(hours: string, verb = 'INSERT'): string {
  return `${verb} INTO sites (id, name, timezone, hours) VALUES ('quay', 'Quayside', 'UTC', ${hours})`
}

const WAYS = {
  'deleted and added': (hours: string) => `DELETE FROM sites; ${insert(hours)}`,
  replaced: (hours: string) => insert(hours, 'REPLACE'),
  updated: (hours: string) => `UPDATE sites SET hours = ${hours}`,
  renamed: (hours: string) => `UPDATE sites SET id = 'pier', hours = ${hours}`,
}

test.each(Object.entries(WAYS))(
  'hours of a site that is %s without foreign keys have another version',
  async (_, sql) => {
    const { other, list, versionBefore } = await open()
    other.exec(sql(CLOSED))
    const [{ hours_version: version = null } = {}] = await list()
    expect(version).toMatch(/./)
    expect(version).not.toBe(versionBefore)
    other.exec(sql('NULL'))
    expect(await list()).toMatchObject([{ hours_version: null }])
  },
)

test('a site that gets another id without foreign keys keeps its hours, and the next of the old id has its own', async () => {
  const { other, list } = await open()
  other.exec(`UPDATE sites SET id = 'pier'; ${insert('NULL')}`)
  expect(await list()).toMatchObject([
    { id: 'pier', hours_version: expect.stringMatching(/./) },
    { id: 'quay', hours_version: null },
  ])
})

test('a site that is deleted without foreign keys leaves no version', async () => {
  const { database, other } = await open()
  other.exec('DELETE FROM sites')
  expect(await database.all({ sql: 'SELECT site_id FROM site_hours_versions' })).toEqual([])
})
