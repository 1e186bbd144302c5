/** An error whose message is shown without a stack trace before the run ends. */
export class BenchmarkError extends Error {
  override name = 'BenchmarkError'
}
