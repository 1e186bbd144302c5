/** A command cannot do its work. The message is one plain sentence for the user. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** An error for ids that do not exist. @param command the command whose `list` shows all ids */
export function notFoundError(noun: string, ids: readonly string[], command: string): CommandError {
  return new CommandError(`There is no ${noun} ${ids.join(', ')}: "signage ${command} list" shows all ids.`)
}

/** The options or arguments of a command do not go together. */
export class UsageError extends CommandError {}
