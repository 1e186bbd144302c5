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
      'http/keys',
      'http/get-device',
      'http/isolation',
      'every-engine/fast-path',
      'http/menus',
      'overload',
      'every-engine/import-and-export',
      'http/stream',
      'every-engine/import-differences',
      'every-engine/mutes',
      'every-engine/change-writing',
      'every-engine/delete-data',
    ],
  },
  'fast-path': {
    mutate: ['src/fast-path/*.ts', 'src/device/device-fast-path.ts', 'src/menu/menu-fast-path.ts'],
    tests: [
      'every-engine/version-cache',
      'every-engine/fast-path',
      'every-engine/fast-path-property',
      'http/changes',
    ],
  },
  device: {
    mutate: [
      'src/device/**/*.ts',
      '!src/device/device-fast-path.ts',
      '!src/device/outages/*.ts',
      '!src/device/sites/*.ts',
    ],
    tests: [
      'http/get-device',
      'http/list-devices',
      'every-engine/device-list-access',
      'sqlite/plans',
      'openapi',
      'every-engine/fast-path',
    ],
  },
  site: {
    mutate: ['src/device/sites/*.ts'],
    tests: [
      'closed-times',
      'site-hours',
      'every-engine/sites',
      'every-engine/fleet',
      'every-engine/outages',
      'every-engine/import-and-export',
      'every-engine/incidents',
      'every-engine/alert-outbox',
    ],
  },
  outages: {
    mutate: ['src/device/outages/*.ts'],
    tests: ['outage-history', 'every-engine/outages', 'every-engine/fleet', 'openapi'],
  },
  incidents: {
    mutate: ['src/alerts/incidents/**/*.ts'],
    tests: ['incident-changes', 'every-engine/incidents', 'every-engine/alert-outbox'],
  },
  alerts: {
    mutate: ['src/alerts/**/*.ts', '!src/alerts/incidents/**'],
    tests: [
      'alert-addresses',
      'alert-formats',
      'every-engine/alert-outbox',
      'every-engine/alert-delivery',
      'every-engine/mutes',
      'every-engine/fleet',
    ],
  },
  fleet: {
    mutate: ['src/fleet/**/*.ts'],
    tests: ['every-engine/fleet', 'every-engine/fleet-pages', 'every-engine/mutes', 'openapi'],
  },
  menu: {
    mutate: ['src/menu/*.ts', 'src/menu/cache/*.ts', '!src/menu/menu-fast-path.ts'],
    tests: [
      'http/menus',
      'http/groups',
      'openapi',
      'response-cache',
      'http/cached-answers',
      'http/answers',
      'every-engine/fast-path',
      'every-engine/revisions',
      'every-engine/import-and-export',
    ],
  },
  stream: {
    mutate: ['src/menu/stream/*.ts'],
    tests: ['stream-parts', 'openapi', 'every-engine/metrics', 'http/stream', 'every-engine/stream-watch'],
  },
  document: {
    mutate: ['src/documents/**/*.ts'],
    tests: [
      'every-engine/import-and-export',
      'import-file-syntax',
      'input-file-handles',
      'every-engine/import-file',
    ],
  },
  storage: {
    mutate: ['src/storage/*.ts', 'src/storage/sqlite/*.ts'],
    tests: [
      'sqlite/state',
      'every-engine/state',
      'chunks',
      'once-per-turn',
      'sqlite/connection',
      'sqlite/file-identity',
      'sqlite/inspection',
      'sqlite/file-system-and-driver',
      'sqlite/storage',
      'sqlite/backup',
      'every-engine/import-file',
    ],
  },
  postgres: {
    mutate: ['src/storage/postgres/*.ts'],
    engine: 'postgres',
    tests: [
      'postgres/settings',
      'every-engine/state',
      'postgres/storage',
      'postgres/pool',
      'postgres/doctor',
      'postgres/failover',
    ],
  },
}

/** The environment variable that holds the name of the area for Vitest. */
export const AREA_VARIABLE = 'MUTATION_AREA'
