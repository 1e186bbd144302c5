/** The states of a device, by urgency. An asleep device would be offline, but its site is closed. */
export const FLEET_STATES = ['offline', 'never', 'asleep', 'online'] as const
export type FleetState = (typeof FLEET_STATES)[number]

const MEANINGS: Readonly<Record<FleetState, string>> = {
  offline: 'silent for more than five minutes',
  never: 'without a heartbeat so far',
  asleep: 'silent while its site is closed',
  online: 'with a heartbeat in the last five minutes',
}

/** Lists all states with their meanings, for descriptions. */
export const describeStates = () => FLEET_STATES.map((state) => `${state} (${MEANINGS[state]})`).join(', ')
