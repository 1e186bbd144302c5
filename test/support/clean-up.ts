type CleanUp = () => unknown

const cleanUps: CleanUp[] = []

/**
 * Registers a function that runs after the tests of the current file, before those that were registered earlier. The
 * modules of this folder are evaluated once for many test files, so an `afterAll` of theirs would run for the first
 * file only.
 */
export function afterTestFile(cleanUp: CleanUp): void {
  cleanUps.push(cleanUp)
}

/** Runs all registered functions, also if some fail. @throws the errors of those that failed */
export async function runCleanUps(): Promise<void> {
  const errors: unknown[] = []
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    try {
      await cleanUp()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, errors.join('\n'))
}
