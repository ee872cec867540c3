import { setTimeout as delay } from 'node:timers/promises'
import { Listeners } from '#app/cms/platform/listeners.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { within } from '#app/cms/platform/within.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import type { Writership } from '#app/cms/storage/writership.ts'

/** Pause before a site is opened again whose storage has failed (ms). */
const RETRY_MS = 1_000

/** A change whose outcome is not known is answered no later than that, if the site is not opened anew by then (ms). */
const MAX_REOPENING_MS = 5_000

/** The part of a site that is needed here. */
export interface OpenSite {
  /** Set by the entry of the app, and kept for each later site. */
  renderPage: unknown
  startBackgroundWork: () => void
  close: () => Promise<void>
}

/** How the site of a process is opened in each role. */
export interface SiteSource<Site extends OpenSite> {
  writership: Writership
  /** Asks for the right to write, if this process is meant to have it. Resolves after the first try. */
  start(): Promise<void>
  openReader(): Promise<Site>
  /**
   * Opens the site that writes in this term, from the files as at a start, when they have everything that was
   * acknowledged. Rejects with StorageError if the storage fails; then it is tried again. `onDoubt` is to be called if the
   * outcome of a change of this site is not known: then the site is opened anew. It resolves when that is done, and after
   * five seconds at the latest.
   */
  openWriter(term: number, onDoubt: () => Promise<unknown>): Promise<Site>
  /** True if other processes of the site may exist. */
  isShared: boolean
  /** By how many seconds the clock of this machine is ahead of the store's; undefined: not known yet. Only for a store. */
  clockOffset?(): number | undefined
  /** Ends the term. Called after the site is closed. */
  close(): Promise<void>
}

/**
 * The site of this process. After a change of the role, and after a change whose outcome is not known, it is another one,
 * opened anew.
 */
export interface RunningSite<Site extends OpenSite> {
  current(): Site
  /** True while this process writes and no other process can. */
  isWriter(): boolean
  /** Calls `listener` when another site is the current one. Returns a function that removes it. */
  onReplaced(listener: () => void): () => void
  /** Starts the background work, also of each site that will replace this one, and follows the changes of the role. */
  start(): void
  /** By how many seconds the clock of this machine is ahead of the store's; undefined if that is not known. */
  clockOffset(): number | undefined
  /** How many seconds it last took from the right to write until the site could write; undefined if it never had it. */
  takeoverSeconds(): number | undefined
  /**
   * Finishes the changes in progress and gives up the right to write for good. Does nothing if no other process of the
   * site can exist. Never rejects.
   */
  release(): Promise<void>
  close(): Promise<void>
}

interface Opened<Site extends OpenSite> {
  site: Site
  /** The term in which it writes; undefined if it only reads. */
  term: number | undefined
  doubt: Doubt
}

/** Whether the outcome of a change of a site is not known. What the site has in memory may differ from the files then. */
interface Doubt {
  isRaised: boolean
}

/**
 * Opens the site of a process in its present role. When the process gets the right to write, the site is opened anew
 * from the files, as at a start: nothing that a reader has in memory is trusted. When it loses the right, it is opened
 * anew as a reader. When the outcome of a change is not known, it is opened anew in its role: then its content, its state
 * and the files agree, whatever has happened. Visitors are served by the old site until the new one is open.
 */
export async function openRunningSite<Site extends OpenSite>(source: SiteSource<Site>): Promise<RunningSite<Site>> {
  const { writership } = source
  const replacements = new Listeners()
  let isStarted = false
  let isReleased = false
  let isClosed = false
  let following: Promise<void> | undefined
  let takeoverSeconds: number | undefined

  const wantedTerm = () => (isReleased ? undefined : writership.term())

  /** Called when the outcome of a change is not known. Resolves when its site is replaced, or not soon. */
  async function raise(doubt: Doubt) {
    if (!doubt.isRaised) log.warn('The outcome of a change is not known, so the site is opened anew from its store')
    doubt.isRaised = true
    // Otherwise the site is not open yet, or is opened anew when it starts.
    if (isStarted && current.doubt === doubt) await within(MAX_REOPENING_MS, untilReplaced(doubt))
  }

  async function untilReplaced(doubt: Doubt) {
    void followRole()
    if (current.doubt !== doubt) return
    await new Promise<void>((resolve) => {
      const stop = replacements.subscribe(() => {
        stop()
        resolve()
      })
    })
  }

  /** A site of the wanted role. Tries again while the storage fails or the role changes. */
  async function open(isOver: () => boolean): Promise<Opened<Site> | undefined> {
    while (!isOver()) {
      const term = wantedTerm()
      const doubt: Doubt = { isRaised: false }
      try {
        const site = await (term === undefined ? source.openReader() : source.openWriter(term, () => raise(doubt)))
        if (term === wantedTerm() && !doubt.isRaised) return { site, term, doubt }
        await site.close()
        if (doubt.isRaised) await delay(RETRY_MS, undefined, { ref: false })
      } catch (error) {
        if (term !== wantedTerm()) continue
        if (term === undefined || !(error instanceof StorageError)) throw error
        log.warn({ err: error }, 'The site could not be opened for writing. It is tried again')
        await delay(RETRY_MS, undefined, { ref: false })
      }
    }
    return undefined
  }

  async function openFirst(): Promise<Opened<Site>> {
    await source.start()
    const opened = await open(() => false)
    if (!opened) throw new Error('The site was closed while it was opened')
    return opened
  }

  let current = await openFirst().catch(async (error: unknown) => {
    await source.close()
    throw error
  })

  const isAsWanted = () => isClosed || (current.term === wantedTerm() && !current.doubt.isRaised)

  /** Replaces the site until it has the wanted role. */
  async function follow() {
    while (!isAsWanted()) {
      const began = performance.now()
      const opened = await open(isAsWanted)
      if (!opened) return
      if (opened.term !== undefined) takeoverSeconds = (performance.now() - began) / 1000
      const before = current
      opened.site.renderPage = before.site.renderPage
      current = opened
      const role = opened.term === undefined ? 'This process only reads now' : 'This process writes now'
      log.info(
        { term: opened.term, ...(opened.term !== undefined && { seconds: takeoverSeconds }) },
        before.term === opened.term ? 'The site was opened anew' : role,
      )
      replacements.announce()
      const close = () =>
        before.site.close().catch((err: unknown) => {
          log.error({ err }, 'The site could not be closed before its role changed')
        })
      // Two sites that write do not send the same mails, or serve backups at the same socket.
      const wroteBefore = before.term !== undefined && opened.term !== undefined
      if (wroteBefore) await close()
      if (isStarted) opened.site.startBackgroundWork()
      if (!wroteBefore) await close()
    }
  }

  const isWriter = () => current.term !== undefined && isAsWanted() && writership.isHeld()

  // A rejection ends the process, which gives up its rights: the service manager starts it again.
  const followRole = () => {
    following ??= follow().finally(() => (following = undefined))
    return following
  }

  const unsubscribe = writership.subscribe(() => {
    if (isStarted) void followRole()
  })

  return {
    current: () => current.site,
    isWriter,
    onReplaced: replacements.subscribe,
    start() {
      if (isStarted) return
      isStarted = true
      current.site.startBackgroundWork()
      void followRole()
    },
    clockOffset: () => source.clockOffset?.(),
    takeoverSeconds: () => takeoverSeconds,
    async release() {
      if (!source.isShared) return
      isReleased = true
      await followRole().catch((err: unknown) => {
        log.error({ err }, 'The site could not be opened as read-only')
      })
      await writership.release()
    },
    async close() {
      isClosed = true
      unsubscribe()
      await following?.catch(() => undefined)
      try {
        await current.site.close()
      } finally {
        await source.close()
      }
    },
  }
}
