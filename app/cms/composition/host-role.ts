import type { Role } from '#app/cms/platform/env-variables.server.ts'
import type { Writer } from '#app/cms/storage/writership.ts'

export type { Writer }

/** The part of the interface for the host that tells which process of the site writes. This module has types only. */
export interface HostRole {
  /** The origin to which requests for the writer are redirected, if they cannot be passed on to it. */
  writerOrigin: string | undefined
  /** The present role of this process. It is `writer` only while no other process can be the writer. */
  role: () => Role
  /**
   * The process that writes, which may be this one. Its secret signs the requests that are passed on to it. Undefined if
   * none writes, or if this process cannot know it.
   */
  writer: () => Writer | undefined
  /**
   * True if a request can wait for a writer: this process notices when one begins to write. False in a process that is
   * meant to write alone.
   */
  canAwaitWriter: () => boolean
  /** Calls `listener` when `role` or `writer` may have changed. Returns a function to unsubscribe. */
  onWriterChange: (listener: () => void) => () => void
  /**
   * Resolves when this process shows what the writer had acknowledged before this call, if it can ask for it, and after
   * a second at the latest. Never rejects.
   */
  catchUp: () => Promise<void>
  /**
   * Gives up the right to write for good, so that another process can have it at once. Called when the process stops,
   * after the last change; it serves the public site for some time afterwards. Does nothing on a process that is alone.
   */
  release: () => Promise<void>
  /**
   * True for a request that only the process that writes responds to. With a cookie that may be a session, that
   * includes files that are not public: staff see them before they are published.
   */
  isForWriter: (method: string, target: string, cookie?: string) => boolean
  /** Why no process writes now, in words for everyone; undefined if this or another one does. */
  readOnlyReason: () => string | undefined
}
