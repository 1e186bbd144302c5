/** A part of the source that is tested for itself: whatever notices its faults is among its own tests. */
export interface Area {
  /** Where mutants are made; what begins with `!` is left out. */
  readonly mutate: readonly string[]
  /** Files of tests, in the order in which they are asked: what is fast and asks for much comes first. */
  readonly tests: readonly string[]
  /** SQLite unless said otherwise. */
  readonly engine?: 'sqlite' | 'postgres'
}

export const AREAS: Readonly<Record<string, Area>> = {
  auth: {
    mutate: ['src/auth/**/*.ts'],
    tests: [
      'credential',
      'stream-token',
      'keys',
      'key-administration',
      'device',
      'two-users',
      'fast-path',
      'menus',
      'overload',
      'document',
      'stream',
    ],
  },
  'fast-path': {
    mutate: ['src/fast-path/*.ts', 'src/device/fast-path.ts', 'src/menu/fast-path.ts'],
    tests: ['version-cache', 'fast-path', 'fast-path-property'],
  },
  device: {
    mutate: ['src/device/**/*.ts', '!src/device/fast-path.ts'],
    tests: [
      'device',
      'devices',
      'device-list',
      'sqlite/plans',
      'device-administration',
      'openapi',
      'fast-path',
      'two-users',
    ],
  },
  menu: {
    mutate: ['src/menu/*.ts', 'src/menu/cache/*.ts', '!src/menu/fast-path.ts'],
    tests: [
      'menus',
      'groups',
      'menu-administration',
      'openapi',
      'response-cache',
      'cached-answers',
      'answers',
      'fast-path',
      'revisions',
      'document',
      'two-users',
      'sqlite/replace',
    ],
  },
  stream: {
    mutate: ['src/menu/stream/*.ts'],
    tests: ['stream-parts', 'stream', 'stream-watch'],
  },
  document: {
    mutate: ['src/transfer/**/*.ts'],
    tests: ['document', 'document-file', 'import-file'],
  },
  storage: {
    mutate: ['src/storage/*.ts', 'src/storage/sqlite/*.ts'],
    tests: [
      'sqlite/state',
      'state',
      'chunks',
      'sqlite/connection',
      'sqlite/file-identity',
      'sqlite/inspection',
      'sqlite/file-system-and-driver',
      'sqlite/storage',
      'sqlite/backup',
      'sqlite/replace',
      'import-file',
    ],
  },
  postgres: {
    mutate: ['src/storage/postgres/*.ts'],
    engine: 'postgres',
    tests: ['postgres/settings', 'postgres/pool', 'postgres/storage', 'state'],
  },
}

/** The variable of the environment that tells Vitest which area is meant. */
export const AREA_VARIABLE = 'MUTATION_AREA'
