/** The states of a device, by urgency. An asleep device would be offline, but its site is closed. */
export const FLEET_STATES = ['offline', 'never', 'asleep', 'online'] as const
export type FleetState = (typeof FLEET_STATES)[number]
