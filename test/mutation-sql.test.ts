import { describe, expect, test } from 'vitest'
import { mutantsOf } from './mutation-sql/mutants.ts'
import { readOptions } from './mutation-sql/options.ts'

const mutants = (...texts: string[]) => mutantsOf(texts.map((sql, n) => ({ file: `${n + 1}.sql`, sql })))
const descriptions = (...texts: string[]) => mutants(...texts).map(({ description }) => description)

const SQLITE = `CREATE TABLE t (a TEXT, b TEXT);
-- CREATE TRIGGER in_a_comment AFTER INSERT ON t BEGIN SELECT 1; END;
CREATE TRIGGER changed AFTER UPDATE OF a, b ON t WHEN OLD.a <> NEW.a AND NEW.b > 0
BEGIN
  DELETE FROM u;
  UPDATE v SET x = 1 WHERE id IN (OLD.a, (SELECT min(a, b) FROM t));
END;`

const POSTGRES = `CREATE FUNCTION record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE v SET x = 1;
  RETURN NULL;
END $$;
CREATE TRIGGER recorded AFTER INSERT OR DELETE ON t
FOR EACH STATEMENT EXECUTE FUNCTION record();
CREATE TRIGGER changed AFTER UPDATE ON t REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION record();`

describe('npm run mutation:sql generates mutants', () => {
  test('of a SQLite trigger', () => {
    expect(descriptions(SQLITE)).toEqual([
      'trigger changed: removed',
      'trigger changed: without a in a list',
      'trigger changed: without b in a list',
      'trigger changed: without WHEN OLD.a <> NEW.a AND NEW.b > 0',
      'trigger changed: without OLD.a <> NEW.a',
      'trigger changed: without NEW.b > 0',
      'trigger changed: without DELETE FROM u',
      'trigger changed: without UPDATE v SET x = 1 WHERE id IN (OLD.a, (SELECT min(a, b) FROM t))',
      'trigger changed: NEW instead of OLD',
      'trigger changed: without WHERE id IN (OLD.a, (SELECT min(a, b) FROM t))',
      'trigger changed: without OLD.a in a list',
      'trigger changed: without (SELECT min(a, b) FROM t) in a list',
    ])
  })

  test('of PostgreSQL triggers and their functions', () => {
    expect(descriptions(POSTGRES)).toEqual([
      'trigger recorded: removed',
      'trigger recorded: without INSERT in a list',
      'trigger recorded: without DELETE in a list',
      'trigger changed: removed',
      'trigger changed: NEW instead of OLD',
      'function record: without UPDATE v SET x = 1',
    ])
  })

  test('only of triggers and functions that no later migration drops or replaces', () => {
    const dropped = 'DROP TRIGGER changed;'
    const replaced =
      'CREATE OR REPLACE FUNCTION record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;'
    expect(descriptions(SQLITE, dropped)).toEqual([])
    expect(
      descriptions(POSTGRES, replaced).filter((description) => description.startsWith('function')),
    ).toEqual([])
  })

  test('that each change one place, and name its file and line', () => {
    const [whole, first, second] = mutants(SQLITE)
    expect(whole).toMatchObject({ file: '1.sql', line: 3 })
    expect(whole?.sql).toBe(`${SQLITE.slice(0, SQLITE.indexOf('CREATE TRIGGER changed'))}`)
    expect(first?.sql).toBe(SQLITE.replace('OF a, b', 'OF  b'))
    expect(second?.sql).toBe(SQLITE.replace('OF a, b', 'OF a'))
  })
})

test('npm run mutation:sql reads its options and rejects an invalid command line', () => {
  expect(readOptions([])).toEqual({
    engines: ['sqlite', 'postgres'],
    limitMs: 1_800_000,
    isHelpWanted: false,
  })
  expect(readOptions(['--engine', 'postgres', '--minutes', '2'])).toMatchObject({
    engines: ['postgres'],
    limitMs: 120_000,
  })
  expect(readOptions(['--help']).isHelpWanted).toBe(true)
  for (const args of [['--engine', 'x'], ['--minutes', '0'], ['--minutes', 'x'], ['--nonsense'], ['more']]) {
    expect(() => readOptions(args)).toThrow(TypeError)
  }
})
