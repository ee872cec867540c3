type CloseStep = () => unknown

/**
 * How the open parts of something are closed, as `AsyncDisposableStack` of Node 24 does it: in the reverse order of
 * their opening, one after the other.
 */
export class CloseStack {
  readonly #steps: CloseStep[] = []
  #closing: Promise<void> | undefined

  /** Adds how a part is closed that was opened just now. */
  defer(close: CloseStep): void {
    this.#steps.push(close)
  }

  /** Closes every part, even if others cannot be closed. Rejects at the end with the errors. Closes only once. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll()
    return this.#closing
  }

  async #closeAll() {
    const errors: unknown[] = []
    for (const close of this.#steps.splice(0).reverse()) {
      try {
        await close()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length === 1) throw errors[0]
    if (errors.length > 1) throw new AggregateError(errors, 'Several parts could not be closed')
  }
}
