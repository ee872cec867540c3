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

/**
 * Calls `open` with a stack, to which it adds how each part is closed that it opens. If it fails, these parts are
 * closed, and the result rejects with its error. `onUnclosed` gets the error of a part that cannot be closed.
 */
export async function openParts<Value>(
  open: (opened: CloseStack) => Promise<Value>,
  onUnclosed: (error: unknown) => void,
): Promise<Value> {
  const opened = new CloseStack()
  try {
    return await open(opened)
  } catch (error) {
    await opened.close().catch(onUnclosed)
    throw error
  }
}

interface Closable {
  close: () => unknown
}

/** Waits for parts that are opened at the same time, and adds them to the stack. Rejects if one of them cannot be opened. */
export async function openTogether<const Parts extends readonly Promise<Closable>[]>(
  opened: CloseStack,
  parts: Parts,
): Promise<{ -readonly [Index in keyof Parts]: Awaited<Parts[Index]> }> {
  for (const part of await Promise.allSettled(parts)) {
    if (part.status === 'fulfilled') opened.defer(() => part.value.close())
  }
  return Promise.all(parts)
}
