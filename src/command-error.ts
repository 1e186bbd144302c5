/** A command that cannot do what it was asked; the message is one plain sentence for whoever asked. */
export class Refusal extends Error {
  override name = 'Refusal'
}
