import { LRUCache } from 'lru-cache'

const BEAT_MS = 15_000
/** Changes within this time are sent together. */
const UPDATE_MS = 200
/** How long a poll counts. Pages poll every 20 seconds, in the background only once a minute. */
const POLL_COUNTS_MS = 75_000
/** The maximum of last changes in memory, one for each published section and one for each draft. */
const MAX_CHANGES = 500

interface PresenceLimits {
  windows: number
  /** So that one person with many sessions does not use up the windows of all others. */
  windowsOfPerson: number
  windowsOfSession: number
}

export type Presence = ReturnType<typeof openPresence>

interface KnownWindow extends OpenWindow {
  since: string
  /** Undefined while the window has no stream. */
  watcher: Watcher | undefined
  /** Until when its last poll counts; undefined if it has not polled since its stream was opened. */
  polledUntil: number | undefined
}

/**
 * Knows which person has which section open in which windows, and notifies these windows who else has it open and who
 * saves it. It never locks. The state is in memory and lost with the process: windows reconnect automatically.
 */
export function openPresence({
  limits = { windows: 300, windowsOfPerson: 40, windowsOfSession: 12 },
}: { limits?: PresenceLimits } = {}) {
  const windows = new Map<string, KnownWindow>()
  const changes = new LRUCache<string, SectionChange>({ max: MAX_CHANGES })
  const openedAt = new Date().toISOString()
  let position = Date.now()
  let isClosed = false
  let beatTimer: NodeJS.Timeout | undefined
  let updateTimer: NodeJS.Timeout | undefined
  const changedSections = new Set<string>()

  /** The state of a target for one window of it; without `window`, for a page that is not open yet. */
  function stateOf(person: string, target: OpenTarget, window?: KnownWindow): TargetState {
    const here = [...windows.values()].filter((other) => other !== window && isSame(other.target, target))
    const since = new Map<string, string>()
    for (const other of here) {
      const earlier = since.get(other.person)
      if (earlier === undefined || other.since < earlier) since.set(other.person, other.since)
    }
    const isOpenElsewhere = since.delete(person)
    return {
      others: [...since]
        .map(([person, since]) => ({ person, since }))
        .sort((one, other) => one.since.localeCompare(other.since)),
      isOpenElsewhere,
      changes: [changes.get(keyOf(target, 'published')), changes.get(keyOf(target, 'draft'))].filter(
        (change) => change !== undefined,
      ),
    }
  }

  /** The state for a page that is about to be rendered. The page does not count as open yet. */
  function preview(person: string, target: OpenTarget): TargetState & { position: number } {
    return { position, ...stateOf(person, target) }
  }

  /** Counts a window as open for a while, if there is room for it. Returns the state of its target. */
  function poll(window: OpenWindow): TargetState {
    const known = admit(window)
    if (known) known.polledUntil = Date.now() + POLL_COUNTS_MS
    return stateOf(window.person, window.target, known)
  }

  /**
   * Counts a window as open until `leave` is called or `watcher` is ended. Undefined if there is no room for it: too
   * many windows of the session, of the person or in all, or the site is being stopped.
   */
  function watch(window: OpenWindow, watcher: Watcher): { state: () => TargetState; leave: () => void } | undefined {
    const known = admit(window)
    if (!known) return undefined
    const earlier = known.watcher
    known.watcher = watcher
    known.polledUntil = undefined
    earlier?.end()
    return {
      state: () => stateOf(window.person, window.target, known),
      leave() {
        if (known.watcher !== watcher) return
        known.watcher = undefined
        // A page in the background polls instead: it has called `poll` before it ends its stream.
        if (known.polledUntil === undefined) forget(known)
      },
    }
  }

  function admit(window: OpenWindow): KnownWindow | undefined {
    if (isClosed) return undefined
    const key = `${window.session} ${window.id}`
    const known = windows.get(key)
    if (known) {
      if (JSON.stringify(known.target) === JSON.stringify(window.target)) return known
      updateSoon(known.target.section)
      known.target = window.target
      known.since = new Date().toISOString()
      updateSoon(window.target.section)
      return known
    }
    if (windows.size >= limits.windows) return undefined
    if (!makeRoom(({ session }) => session === window.session, limits.windowsOfSession)) return undefined
    if (!makeRoom(({ person }) => person === window.person, limits.windowsOfPerson)) return undefined
    const added = { ...window, since: new Date().toISOString(), watcher: undefined, polledUntil: undefined }
    windows.set(key, added)
    beatTimer ??= setInterval(beat, BEAT_MS).unref()
    updateSoon(window.target.section)
    return added
  }

  /**
   * Makes room for one more window of a kind that has a limit: forgets the oldest one without a stream, which may be
   * closed by now, because a person who goes from editor to editor leaves many behind. False if all have a stream.
   */
  function makeRoom(isOfKind: (window: KnownWindow) => boolean, limit: number): boolean {
    const some = [...windows.values()].filter(isOfKind)
    if (some.length < limit) return true
    const [oldest] = some
      .filter(({ watcher }) => !watcher)
      .sort((one, other) => (one.polledUntil ?? 0) - (other.polledUntil ?? 0))
    if (oldest) forget(oldest)
    return oldest !== undefined
  }

  function forget(window: KnownWindow) {
    windows.delete(`${window.session} ${window.id}`)
    const { watcher } = window
    window.watcher = undefined
    watcher?.end()
    updateSoon(window.target.section)
    if (windows.size > 0) return
    clearInterval(beatTimer)
    beatTimer = undefined
  }

  function beat() {
    for (const window of [...windows.values()]) {
      const { watcher, polledUntil = Infinity } = window
      if (watcher ? !watcher.isSignedIn() : polledUntil <= Date.now()) forget(window)
      else watcher?.beat()
    }
  }

  function updateSoon(section: string) {
    changedSections.add(section)
    updateTimer ??= setTimeout(update, UPDATE_MS).unref()
  }

  function update() {
    updateTimer = undefined
    const changed = new Set(changedSections)
    changedSections.clear()
    for (const window of [...windows.values()]) {
      if (!window.watcher || !changed.has(window.target.section)) continue
      if (window.watcher.isSignedIn()) window.watcher.update()
      else forget(window)
    }
  }

  function note(target: OpenTarget, kind: SectionChange['kind'], change: Omit<SectionChange, 'position' | 'kind'>) {
    position = Math.max(position + 1, Date.now())
    changes.set(keyOf(target, kind), { position, kind, ...change })
    updateSoon(target.section)
  }

  /** Notes that a person has published a section. */
  function notePublished({ section, ...change }: { section: string; author: string; historyEntry: string }) {
    note({ section }, 'published', { ...change, time: new Date().toISOString() })
  }

  /** Notes which drafts of a section were saved. To be called with all of them after each change of one. */
  function noteDrafts(section: string, drafts: readonly SavedDraft[]) {
    for (const { release, author, time } of drafts) {
      const target = { section, release }
      const noted = changes.get(keyOf(target, 'draft'))?.time ?? openedAt
      if (time > noted) note(target, 'draft', { author, time })
    }
  }

  /** Forgets the windows of a session that has ended, and ends their streams. */
  function endSession(session: string) {
    for (const window of [...windows.values()]) if (window.session === session) forget(window)
  }

  /** Ends all streams and accepts no new ones: they would delay the shutdown of the process. */
  function close() {
    isClosed = true
    for (const window of [...windows.values()]) forget(window)
    clearTimeout(updateTimer)
  }

  return { preview, poll, watch, notePublished, noteDrafts, endSession, close }
}

/** True if edits of `other` can conflict with edits of `target`. A whole list conflicts with each of its entries. */
function isSame(other: OpenTarget, target: OpenTarget) {
  if (other.section !== target.section || other.release !== target.release) return false
  return target.entry === undefined || other.entry === undefined || other.entry === target.entry
}

/** A publication concerns every draft of a section, so its key has no release. */
function keyOf({ section, release = '' }: OpenTarget, kind: SectionChange['kind']) {
  return kind === 'published' ? `${section} published` : `${section} draft ${release}`
}

interface SavedDraft {
  /** Id of the release that it belongs to. */
  release: string | undefined
  /** Id of the person who saved it last. */
  author: string
  /** ISO 8601, UTC. */
  time: string
}

/** What a person has open: a section, or one entry of its list; with a release if it is a draft of that release. */
export interface OpenTarget {
  section: string
  release?: string | undefined
  entry?: string | undefined
}

/** A window of a browser that has a target open. */
interface OpenWindow {
  /** Chosen by the browser, unique in its session. */
  id: string
  /** Hash of the session. */
  session: string
  /** Id of the account. */
  person: string
  target: OpenTarget
}

/** A save of a section by a person. */
export interface SectionChange {
  /** Larger than that of every earlier change, also across a restart. */
  position: number
  kind: 'published' | 'draft'
  /** Id of the account. */
  author: string
  /** ISO 8601, UTC. */
  time: string
  /** Id of the history entry with the predecessor of what was published. */
  historyEntry?: string | undefined
}

/** The state of a target, as it is sent to a window. */
export interface TargetState {
  /** The other people who have it open, and since when (ISO 8601, UTC), the longest first. */
  others: { person: string; since: string }[]
  /** True if the same person has it open in another window. */
  isOpenElsewhere: boolean
  /** The last publication, and the last save of its draft, since the start of the site. */
  changes: SectionChange[]
}

/** Controls the stream of a window. No method may throw. */
export interface Watcher {
  /** Sends the state, since it may have changed. */
  update: () => void
  /** Sends a heartbeat, so that no proxy closes the stream as idle. Called every 15 seconds. */
  beat: () => void
  /** Ends the stream. The window is already removed. */
  end: () => void
  /** False if the person is not signed in any more. */
  isSignedIn: () => boolean
}
