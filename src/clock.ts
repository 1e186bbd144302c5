/** Tells the time: milliseconds since 1970 in UTC. Tests set it. */
export type Clock = () => number

export const systemClock: Clock = Date.now
