/** A command cannot do its work. The message is one plain sentence for the user. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** The options or arguments of a command do not go together. */
export class UsageError extends CommandError {}
