import { describe, expect, test } from 'vitest'
import { mutantsOf } from './mutation-sql/mutants.ts'
import { readOptions } from './mutation-sql/options.ts'

const mutants = (...texts: string[]) => mutantsOf(texts.map((sql, n) => ({ file: `${n + 1}.sql`, sql })))
const faults = (...texts: string[]) => mutants(...texts).map(({ fault }) => fault)

const SQLITE = `CREATE TABLE t (a TEXT, b TEXT);
-- CREATE TRIGGER in_a_comment AFTER INSERT ON t BEGIN SELECT 1; END;
CREATE TRIGGER changed AFTER UPDATE OF a, b ON t WHEN OLD.a <> NEW.a AND NEW.b > 0
BEGIN
  DELETE FROM u;
  UPDATE v SET x = 1 WHERE id IN (OLD.a, (SELECT min(a, b) FROM t));
END;`

const POSTGRES = `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE v SET x = 1;
  RETURN NULL;
END $$;
CREATE TRIGGER told AFTER INSERT OR DELETE ON t
FOR EACH STATEMENT EXECUTE FUNCTION tell();
CREATE TRIGGER changed AFTER UPDATE ON t REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION tell();`

describe('the faults that npm run mutation:sql builds into', () => {
  test('a trigger of SQLite', () => {
    expect(faults(SQLITE)).toEqual([
      'trigger changed: not there',
      'trigger changed: without a in a list',
      'trigger changed: without b in a list',
      'trigger changed: without WHEN OLD.a <> NEW.a AND NEW.b > 0',
      'trigger changed: without OLD.a <> NEW.a',
      'trigger changed: without NEW.b > 0',
      'trigger changed: without DELETE FROM u',
      'trigger changed: without UPDATE v SET x = 1 WHERE id IN (OLD.a, (SELECT min(a, b) FROM t))',
      'trigger changed: NEW in place of OLD',
      'trigger changed: without WHERE id IN (OLD.a, (SELECT min(a, b) FROM t))',
      'trigger changed: without OLD.a in a list',
      'trigger changed: without (SELECT min(a, b) FROM t) in a list',
    ])
  })

  test('triggers of PostgreSQL and their functions', () => {
    expect(faults(POSTGRES)).toEqual([
      'trigger told: not there',
      'trigger told: without INSERT in a list',
      'trigger told: without DELETE in a list',
      'trigger changed: not there',
      'trigger changed: NEW in place of OLD',
      'function tell: without UPDATE v SET x = 1',
    ])
  })

  test('only what a later migration does not drop or make anew', () => {
    const dropped = 'DROP TRIGGER changed;'
    const anew =
      'CREATE OR REPLACE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;'
    expect(faults(SQLITE, dropped)).toEqual([])
    expect(faults(POSTGRES, anew).filter((fault) => fault.startsWith('function'))).toEqual([])
  })

  test('one place of the text, which it names', () => {
    const [whole, first, second] = mutants(SQLITE)
    expect(whole).toMatchObject({ file: '1.sql', line: 3 })
    expect(whole?.sql).toBe(`${SQLITE.slice(0, SQLITE.indexOf('CREATE TRIGGER changed'))}`)
    expect(first?.sql).toBe(SQLITE.replace('OF a, b', 'OF  b'))
    expect(second?.sql).toBe(SQLITE.replace('OF a, b', 'OF a'))
  })
})

test('its command line', () => {
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
