/** The scope that a key needs to read devices. Menus need no scope: they are granted one by one. */
export const DEVICE_READ = 'device:read'

/** The scope that a key needs to change items and menus. */
export const MENU_WRITE = 'menu:write'
/** The scope that a key needs to report heartbeats. */
export const DEVICE_HEARTBEAT = 'device:heartbeat'

/** The scope that a key needs to mute devices and sites. */
export const ALERT_MUTE = 'alert:mute'

/** Every scope that a route requires. */
export const SCOPES: readonly string[] = [DEVICE_READ, MENU_WRITE, DEVICE_HEARTBEAT, ALERT_MUTE]
