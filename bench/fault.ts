/** An error that ends a run with one plain sentence. */
export class Fault extends Error {
  override name = 'Fault'
}
