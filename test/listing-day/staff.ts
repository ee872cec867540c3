import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { Refused, type Client } from '#test/reliability/client.ts'
import { ADMINISTRATOR } from '#test/reliability/site.ts'
import { prepareRelease, stateOf, type Release } from '#test/reliability/releases.ts'
import type { Writer } from '#test/reliability/writer.ts'
import { ReleaseLedger, type Seen } from './ledger.ts'
import type { Place } from './places.ts'

/** The means of staff. */
export interface Desk {
  /** The administrator at a random node that is up. */
  atNode: () => Client
  /** The administrator at the address that browsers use. */
  atEntrance: () => Client
  /** The administrator at every node that is up and accepts requests. */
  atAllNodes: () => Client[]
  isOver: () => boolean
  /** Notes an event that must not happen. */
  fault: (text: string) => void
  /** Notes a save that was not acknowledged. This is a fault if nothing was down since the save began. */
  notAcknowledged: (what: string, error: unknown, began: number) => void
  /** How old a page of a node may be (ms). */
  lagOf: (seen: Seen) => number
  /** Notes the duration of an acknowledged save (ms). */
  took: (milliseconds: number) => void
}

/** Pause between two changes of one kind (ms): the load of people and programs, not a flood. */
const PAUSE_MS = 2_000

/** Saves a place repeatedly. The node that passed the save on shows it as soon as any other one. */
export async function keepSaving(place: Place, desk: Desk): Promise<void> {
  const { ledger, name, address } = place
  while (!desk.isOver()) {
    const client = place.byForm ? desk.atEntrance() : desk.atNode()
    const version = ledger.last + 1
    const began = performance.now()
    try {
      ledger.begin(version, began)
      await place.save(client, version)
      const asked = performance.now()
      ledger.acknowledge(version, asked)
      desk.took(asked - began)
      if (!place.byForm) {
        const shown = place.versionIn(await client.text(address))
        const seen = { asked, answered: performance.now() }
        const wrong = ledger.judge(shown, seen, desk.lagOf(seen))
        if (wrong) desk.fault(`${name}, on the node to which it was sent: ${wrong}`)
      }
    } catch (error) {
      desk.notAcknowledged(name, error, began)
    }
    await wait(PAUSE_MS)
  }
}

/** Adds and deletes things of one kind repeatedly. */
export async function keepWriting(writer: Writer, desk: Desk): Promise<void> {
  while (!desk.isOver()) {
    const began = performance.now()
    try {
      await writer.write(desk.atNode())
      desk.took(performance.now() - began)
    } catch (error) {
      desk.notAcknowledged(writer.name, error, began)
    }
    await wait(PAUSE_MS)
  }
}

/** Pause between two sign-ins (ms): each needs the check of a password. */
const SESSION_PAUSE_MS = 4_000

/** Signs in on one node, and out on another one. Resolves with the number of checks on nodes afterwards. */
export async function keepSigningInAndOut(desk: Desk): Promise<number> {
  let checks = 0
  while (!desk.isOver()) {
    const began = performance.now()
    try {
      const cookie = await desk.atNode().startSession(ADMINISTRATOR.password)
      await desk.atNode().signOut(cookie)
      for (const client of desk.atAllNodes()) {
        if (await client.isSignedIn(cookie)) desk.fault(`signed out, but still signed in at ${client.host.origin}`)
        checks += 1
      }
    } catch (error) {
      desk.notAcknowledged('sign-in and sign-out', error, began)
    }
    await wait(SESSION_PAUSE_MS)
  }
  return checks
}

/** A release that visitors request. */
export interface WatchedRelease {
  release: Release
  ledger: ReleaseLedger
}

export interface Releases {
  /** The release that visitors request at present. */
  current: WatchedRelease | undefined
  /** When the release that is scheduled is due, in the milliseconds of `performance.now()`. */
  due: number | undefined
  /** Those that were published and undone. */
  all: Release[]
}

/** Visitors see each state of a release for this long (ms). */
const WATCH_MS = 6_000
/** Time until a scheduled release is due (ms). */
const SCHEDULE_MS = 10_000
/** An interrupted change is completed within this time (ms). */
const SETTLE_MS = 90_000

/** Prepares a release, publishes it at once or at a time, and undoes it; then the next one. */
export async function keepReleasing(mark: string, desk: Desk, releases: Releases): Promise<void> {
  for (let number = 1; !desk.isOver(); number += 1) {
    const name = `${mark}-release-${number}`
    const began = performance.now()
    let release
    try {
      release = await prepareRelease(desk.atNode(), name)
    } catch (error) {
      desk.notAcknowledged('preparing a release', error, began)
      await wait(PAUSE_MS)
      continue
    }
    const ledger = new ReleaseLedger()
    releases.current = { release, ledger }
    await wait(WATCH_MS / 2)
    const isScheduled = number % 2 === 0
    const onScheduled = (due: number) => (releases.due = due)
    await change(desk, release, isScheduled ? 'schedule' : 'publish', { ledger, onScheduled })
    releases.due = undefined
    await wait(WATCH_MS)
    await change(desk, release, 'undo', { ledger })
    releases.all.push(release)
    await wait(WATCH_MS)
    releases.current = undefined
  }
}

const STATE_AFTER = { publish: 'Published', schedule: 'Published', undo: 'Undone' } as const

/** Publishes, schedules or undoes a release. Retries as long as the site shows that nothing has happened. */
async function change(
  desk: Desk,
  release: Release,
  how: keyof typeof STATE_AFTER,
  { ledger, onScheduled }: { ledger: ReleaseLedger; onScheduled?: (due: number) => void },
) {
  const deadline = performance.now() + SETTLE_MS
  let state = ''
  for (;;) {
    const began = performance.now()
    const due = Math.ceil((Date.now() + SCHEDULE_MS) / 1_000) * 1_000
    if (how === 'undo') ledger.beginToUndo(began)
    else ledger.beginToPublish(how === 'schedule' ? began + due - Date.now() : began)
    try {
      state = await stateOf(desk.atNode(), release)
      if (state === STATE_AFTER[how]) break
      if (!state.startsWith('Scheduled')) {
        await desk.atNode().postForm(release.page, fieldsOf(release, how, due))
        if (how === 'schedule') onScheduled?.(performance.now() + due - Date.now())
      }
    } catch (error) {
      desk.notAcknowledged(`to ${how} a release`, error, began)
    }
    if (performance.now() > deadline) {
      desk.fault(`${release.name} is “${state}” ${SETTLE_MS / 1_000} s after the first attempt to ${how} it`)
      return
    }
    await wait(PAUSE_MS / 2)
  }
  if (how === 'undo') ledger.undone(performance.now())
  else ledger.published(performance.now())
}

function fieldsOf({ name }: Release, how: keyof typeof STATE_AFTER, due: number): Record<string, string> {
  if (how !== 'schedule') return { intent: how }
  // The field contains the time in India.
  return { intent: how, name, time: new Date(due + 5.5 * 3_600_000).toISOString().slice(0, 19) }
}

/** The reason of a refused save, or that its connection was cut. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Refused)) return 'connection cut'
  return `${error.status} ${/<p[^>]*role="alert"[^>]*>([^<]{0,120})|"(?:message|error)":"([^"]{0,120})/.exec(error.text)?.slice(1).find(Boolean) ?? error.text.slice(0, 200)}`
}
