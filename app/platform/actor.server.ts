import { AsyncLocalStorage } from 'node:async_hooks'

/** Who causes what a request does, and from where, for the records of it. */
export interface Actor {
  /** Undefined for visitors. */
  user?: { id: string; name: string } | undefined
  /** Address of the visitor. */
  address?: string | undefined
  /** The User-Agent header. */
  browser?: string | undefined
}

const actorOfCall = new AsyncLocalStorage<Actor>()

/** Calls `run` with `actor` as the cause of everything that it does, also asynchronously. */
export function actingAs<Result>(actor: Actor, run: () => Result): Result {
  return actorOfCall.run(actor, run)
}

/** Who causes what happens now; undefined for what the site does by itself. */
export function currentActor(): Actor | undefined {
  return actorOfCall.getStore()
}
