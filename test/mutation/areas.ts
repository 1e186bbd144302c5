/** A part of the source, and the tests that must detect its mutants. */
export interface Area {
  /** The files that are mutated. A pattern that begins with `!` excludes files. */
  readonly mutate: readonly string[]
  /** Files of tests in the order in which they run: fast ones that cover much come first. */
  readonly tests: readonly string[]
  /** SQLite by default. */
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
    mutate: [
      'src/device/**/*.ts',
      '!src/device/fast-path.ts',
      '!src/device/outages/*.ts',
      '!src/device/sites/*.ts',
    ],
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
  site: {
    mutate: ['src/device/sites/*.ts'],
    tests: ['closed-times', 'site-hours', 'sites', 'fleet'],
  },
  outages: {
    mutate: ['src/device/outages/*.ts'],
    tests: ['outage-history', 'outages', 'fleet', 'openapi'],
  },
  incidents: {
    mutate: ['src/monitoring/incidents/**/*.ts'],
    tests: ['judge', 'incidents', 'alert-outbox'],
  },
  alerts: {
    mutate: ['src/monitoring/alerts/**/*.ts'],
    tests: ['alert-addresses', 'alert-formats', 'alert-outbox', 'alert-delivery', 'mutes', 'fleet'],
  },
  fleet: {
    mutate: ['src/monitoring/fleet/**/*.ts'],
    tests: ['fleet', 'fleet-pages', 'mutes', 'openapi'],
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
    tests: ['stream-parts', 'openapi', 'metrics', 'stream', 'stream-watch'],
  },
  document: {
    mutate: ['src/transfer/**/*.ts'],
    tests: ['document', 'document-file', 'input-file', 'import-file'],
  },
  storage: {
    mutate: ['src/storage/*.ts', 'src/storage/sqlite/*.ts'],
    tests: [
      'sqlite/state',
      'state',
      'chunks',
      'once-per-turn',
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
    tests: [
      'postgres/settings',
      'state',
      'postgres/storage',
      'postgres/pool',
      'postgres/doctor',
      'postgres/failover',
    ],
  },
}

/** The environment variable that holds the name of the area for Vitest. */
export const AREA_VARIABLE = 'MUTATION_AREA'
