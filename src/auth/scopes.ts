/** The scope that a key needs to read devices. Menus need no scope: they are granted one by one. */
export const DEVICE_READ = 'device:read'

/** Every scope that a route requires. */
export const SCOPES: readonly string[] = [DEVICE_READ]
