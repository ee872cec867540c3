import { AsyncLocalStorage } from 'node:async_hooks'

/** The person, address and browser that cause a request, for its records. */
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

/** The actor of the current call; undefined for work that the site does automatically. */
export function currentActor(): Actor | undefined {
  return actorOfCall.getStore()
}
