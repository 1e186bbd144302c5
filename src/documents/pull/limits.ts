/** The limits of a pull, which is in memory until it is imported. The values are enough for more than a million items. */
export const PULL_LIMITS = { menus: 100_000, mebibytes: 512, values: 16_000_000 } as const
