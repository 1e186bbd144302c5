/** Where programs and files are, and what sets the zone and shifts the clock, as `faketime` does. */
const OF_THE_MACHINE = /^(PATH|HOME|TZ|LD_PRELOAD|FAKETIME\w*)$/

/**
 * The environment of a command, without the variables of the tests such as NODE_ENV=test. Both have the same clock and
 * zone: tests compare what a command has written with their time.
 */
export const BASE_ENVIRONMENT = environmentOfCommands(process.env)

function environmentOfCommands(variables: NodeJS.ProcessEnv): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined && OF_THE_MACHINE.test(name)) kept[name] = value
  }
  return kept
}
