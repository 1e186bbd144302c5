import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CommandError } from '../src/lib/command-error.ts'
import {
  type ContentVersion,
  type Database,
  type Statement,
  StorageConstraintError,
  StorageUnavailableError,
} from '../src/storage/database.ts'
import { BOUND_LIST, boundList } from '../src/storage/define-query.ts'

/**
 * Tests what every driver must do.
 * @param open opens a connection to the same database, which is empty at first
 * @param pause statements in a transaction during which another connection can read
 */
export function testStorageContract(
  name: string,
  open: () => Promise<Database>,
  pause: readonly Statement[] = [],
): void {
  describe(`the storage contract on ${name}`, () => {
    let database: Database
    let other: Database

    beforeAll(async () => {
      database = await open()
      await database.batch([
        {
          script:
            'CREATE TABLE notes (id TEXT PRIMARY KEY, body TEXT, rank DOUBLE PRECISION); CREATE TABLE empty (id TEXT); CREATE TABLE content_version (version TEXT);',
        },
      ])
      other = await open()
    })
    afterAll(() => Promise.all([database.close(), other.close()]))

    const insert = (id: string, body: string | null = null, rank: number | null = null) => ({
      sql: 'INSERT INTO notes (id, body, rank) VALUES (?, ?, ?)',
      parameters: [id, body, rank],
    })
    const bodyOf = async (id: string, from = database) =>
      (
        await from.get<{ body: string | null }>({
          sql: 'SELECT body FROM notes WHERE id = ?',
          parameters: [id],
        })
      )?.body

    test('tableNames returns all tables', async () => {
      expect((await database.tableNames()).sort()).toEqual(['content_version', 'empty', 'notes'])
    })

    test('get returns the first row, or undefined', async () => {
      await database.batch([insert('get', 'text')])
      expect(await bodyOf('get')).toBe('text')
      expect(
        await database.get({ sql: 'SELECT * FROM notes WHERE id = ?', parameters: ['missing'] }),
      ).toBeUndefined()
    })

    test('all returns every row in the order of the query, or none', async () => {
      await database.batch([insert('all-2'), insert('all-1')])
      expect(await database.all({ sql: "SELECT id FROM notes WHERE id LIKE 'all-%' ORDER BY id" })).toEqual([
        { id: 'all-1' },
        { id: 'all-2' },
      ])
      expect(await database.all({ sql: 'SELECT * FROM empty' })).toEqual([])
    })

    const VALUES = [
      ...['', 'NULL', 'null', '{a,b}', '"', '\\', "'", ',', ' x ', 'a\nb', '💥', '\u2028', null],
      ...["'; DROP TABLE notes; --", 'é 💥 \u2028 \n', 'x'.repeat(100_000)],
    ].map((body, n) => [`value-${n}`, body, n % 2 ? null : n / 3])
    const sql = 'INSERT INTO notes (id, body, rank) VALUES (?, ?, ?)'

    test.each<[string, Statement[]]>([
      ['one statement for each row', VALUES.map((parameters) => ({ sql, parameters }))],
      ['one statement for all rows', [{ sql, rows: VALUES }]],
    ])(
      'texts of any kind, numbers and null are read as they were written, with %s',
      async (_, statements) => {
        await database.batch([{ sql: "DELETE FROM notes WHERE id LIKE 'value-%'" }, ...statements])
        const query = { sql: "SELECT id, body, rank FROM notes WHERE id LIKE 'value-%'" }
        const stored = await database.all<Record<string, unknown>>(query)
        const byId = new Map(stored.map(({ id, body, rank }) => [id, [id, body, rank]]))
        expect(VALUES.map(([id]) => byId.get(id))).toEqual(VALUES)
      },
    )

    test('a condition is read as 1 or 0', async () => {
      expect(await database.get({ sql: 'SELECT 1 = 1 AS yes, 1 = 0 AS no' })).toEqual({ yes: 1, no: 0 })
    })

    test('BOUND_LIST takes any number of values as one parameter', async () => {
      await database.batch([insert('list-"1'), insert('list-2')])
      const many = Array.from({ length: 50_000 }, (_, n) => `no-${n}`)
      const sql = `SELECT id FROM notes WHERE id IN ${BOUND_LIST} ORDER BY id`
      expect(await database.all({ sql, parameters: [boundList([...many, 'list-2', 'list-"1'])] })).toEqual([
        { id: 'list-"1' },
        { id: 'list-2' },
      ])
      expect(await database.all({ sql, parameters: [boundList([])] })).toEqual([])
    })

    test('batch returns the number of rows that its statements changed', async () => {
      const update = { sql: "UPDATE notes SET rank = 1 WHERE id LIKE 'count-%'" }
      expect(await database.batch([insert('count-1'), insert('count-2'), update])).toBe(4)
      expect(await database.batch([])).toBe(0)
    })

    test('batch runs one statement for many rows', async () => {
      const sql =
        'INSERT INTO notes (id, body, rank) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET rank = excluded.rank'
      const rows = Array.from({ length: 2500 }, (_, n) => [`row-${n}`, n % 2 ? null : 'even', n / 2])
      expect(await database.batch([{ sql, rows }])).toBe(2500)
      expect(
        await database.batch([
          { sql, rows: [['row-7', 'new', 0.1]] },
          { sql, rows: [] },
        ]),
      ).toBe(1)
      expect(
        await database.all({ sql: "SELECT * FROM notes WHERE id IN ('row-7', 'row-8') ORDER BY id" }),
      ).toEqual([
        { id: 'row-7', body: null, rank: 0.1 },
        { id: 'row-8', body: 'even', rank: 4 },
      ])
      const repeated = { sql: 'INSERT INTO notes (id) VALUES (?)', rows: [['row-new'], ['row-7']] }
      await expect(database.batch([repeated])).rejects.toBeInstanceOf(StorageConstraintError)
      expect(await bodyOf('row-new')).toBeUndefined()
    })

    test('batch reads what its statements before have written, and draws the next statement afterwards', async () => {
      let found: unknown
      function* statements(): Generator<Statement> {
        yield insert('read-1', 'new')
        const sql = "SELECT id, body FROM notes WHERE id LIKE 'read-%'"
        yield { sql, onRows: (rows) => (found = rows) }
        yield insert('read-2', JSON.stringify(found))
      }
      expect(await database.batch(statements())).toBe(2)
      expect(await bodyOf('read-2')).toBe('[{"id":"read-1","body":"new"}]')
    })

    test('no query finds text that cannot be stored, and none fails', async () => {
      const sql = 'SELECT id FROM notes WHERE id = ?'
      for (const text of ['\0', 'x\0y', '\ud800']) {
        expect(await database.all({ sql, parameters: [text] })).toEqual([])
        expect(await database.readTogether([{ sql, parameters: [text] }])).toEqual([[]])
      }
    })

    test('a snapshot stays as it was while others write, until it is closed', async () => {
      await database.batch([insert('frozen', 'before')])
      const sql = 'SELECT body FROM notes WHERE id = ?'
      const snapshot = await database.openSnapshot()
      try {
        await other.batch([{ sql: "UPDATE notes SET body = 'after' WHERE id = 'frozen'" }])
        expect(await snapshot.all({ sql, parameters: ['frozen'] })).toEqual([{ body: 'before' }])
        expect(await bodyOf('frozen')).toBe('after')
        expect(await snapshot.all({ sql, parameters: ['frozen'] })).toEqual([{ body: 'before' }])
        await expect(snapshot.all({ sql: 'SELECT nothing FROM notes' })).rejects.toThrow()
      } finally {
        await snapshot.close()
      }
      expect(await bodyOf('frozen')).toBe('after')
    })

    test('batch applies all statements or none, and other connections see them once it is done', async () => {
      await expect(database.batch([insert('half'), insert('half')])).rejects.toBeInstanceOf(
        StorageConstraintError,
      )
      expect(await bodyOf('half')).toBeUndefined()
      await database.batch([insert('whole', 'seen')])
      expect(await bodyOf('whole', other)).toBe('seen')
    })

    test('an error that violates a constraint says so, and has the error of the driver as its cause', async () => {
      await database.batch([insert('unique')])
      const error: unknown = await database.batch([insert('unique')]).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(StorageConstraintError)
      expect(error).toMatchObject({
        message: expect.stringMatching(/^The change violates a constraint of the database: .*notes.*\.$/),
        cause: expect.objectContaining({ code: expect.any(String) }),
      })
    })

    test('batch changes nothing if its generator throws, and the connection stays usable', async () => {
      const error = new CommandError('no connection to the printer')
      function* failing() {
        yield insert('thrown')
        throw error
      }
      await expect(database.batch(failing())).rejects.toBe(error)
      expect(await bodyOf('thrown')).toBeUndefined()
      await database.batch([insert('after')])
      expect(await bodyOf('after')).toBe(null)
    })

    describe('contentVersion', () => {
      const setVersion = (version: string) => ({
        sql: 'UPDATE content_version SET version = ?',
        parameters: [version],
      })
      // An engine may throw or reject.
      const versionsOf = () =>
        Promise.all([database, other].map(async (connection) => connection.contentVersion()))

      beforeAll(() => database.batch([{ script: "INSERT INTO content_version VALUES ('first')" }]))

      test('is larger after any connection has changed the version in content_version', async () => {
        for (const [n, writer] of [database, other, database, other].entries()) {
          const before = await versionsOf()
          await writer.batch([setVersion(`version ${n}`)])
          const after = await versionsOf()
          for (const [m, version] of after.entries()) {
            expect(version).toBeGreaterThan(before[m] ?? Number.POSITIVE_INFINITY)
          }
        }
      })

      test('is the same one after any other commit, and after a change that was rolled back', async () => {
        const before = await versionsOf()
        const expectSame = async () => {
          for (const [n, version] of (await versionsOf()).entries()) expect(version).toBe(before[n])
        }
        for (const [n, writer] of [database, other].entries()) {
          await writer.batch([insert(`state-${n}`)])
          await expectSame()
          await expect(writer.batch([setVersion('undone'), insert(`state-${n}`)])).rejects.toBeInstanceOf(
            StorageConstraintError,
          )
          await expectSame()
        }
      })

      test('is another one after a batch than in the middle of it', async () => {
        let isOver = false
        let between: Promise<{ version: ContentVersion; wasOver: boolean }> | undefined
        function* changeTwice() {
          yield setVersion('half')
          between = database.contentVersion().then((version) => ({ version, wasOver: isOver }))
          yield* pause
          yield setVersion('whole')
        }
        await database.batch(changeTwice()).then(() => {
          isOver = true
        })
        const read = await between
        const isSame = read?.version === (await database.contentVersion())
        // An engine whose batches take one turn of the event loop reads the version after the batch.
        expect(isSame).toBe(read?.wasOver)
      })

      test('fails while content_version has no row, because changes could not be detected', async () => {
        await database.batch([{ script: 'DELETE FROM content_version' }])
        for (const connection of [database, other]) {
          await expect(async () => connection.contentVersion()).rejects.toBeInstanceOf(
            StorageUnavailableError,
          )
        }
        await other.batch([{ script: "INSERT INTO content_version VALUES ('back')" }])
        await expect(versionsOf()).resolves.toHaveLength(2)
      })
    })

    test('snapshot returns the rows of each query', async () => {
      await database.batch([insert('snapshot', 'rows')])
      const queries = [
        { sql: 'SELECT body FROM notes WHERE id = ?', parameters: ['snapshot'] },
        { sql: 'SELECT * FROM empty' },
      ]
      expect(await database.readTogether(queries)).toEqual([[{ body: 'rows' }], []])
    })
  })
}
