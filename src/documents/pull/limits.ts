/** The most that one pull reads, because all of it is in memory until it is imported. That is enough for more than a million items. */
export const PULL_LIMITS = { menus: 100_000, mebibytes: 512, values: 16_000_000 } as const
