/** Returns the current time in milliseconds since 1970 (UTC). Tests replace it. */
export type Clock = () => number

export const systemClock: Clock = Date.now
