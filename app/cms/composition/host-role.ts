import type { Role } from '#app/cms/platform/env-variables.server.ts'

/** The part of the interface for the host that tells which process of the site writes. This module has types only. */
export interface HostRole {
  /** The present role of this process. It is `writer` only while no other process can be the writer. */
  role: () => Role
  /** True if other processes of the site may exist, one of which may write. */
  isShared: boolean
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
  /**
   * False while this process does not know the changes of the site. Measured at each call, so it is false right after
   * the process was halted. Synchronous and from memory.
   */
  isCurrent: () => boolean
}
