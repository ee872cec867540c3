/** Runs tasks that share a name one after the other, and all others in parallel. */
export class NameLocks {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs a task once all earlier ones that share a name with it have ended. */
  run<Result>(names: Iterable<string>, task: () => Promise<Result>): Promise<Result> {
    const own = [...new Set(names)]
    const running = Promise.all(own.flatMap((name) => this.#last.get(name) ?? [])).then(task)
    const ended = running.then(
      () => undefined,
      () => undefined,
    )
    for (const name of own) this.#last.set(name, ended)
    void ended.then(() => {
      for (const name of own) if (this.#last.get(name) === ended) this.#last.delete(name)
    })
    return running
  }
}
