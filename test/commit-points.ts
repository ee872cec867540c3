import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual as isEqual } from 'node:util'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { publishDraft } from '#app/cms/publishing/releases/end-draft.server.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { openInbox } from '#app/cms/inbox/open-inbox.server.ts'
import { MessageNotStored } from '#app/cms/inbox/stored-message.server.ts'
import { openAuth } from '#app/cms/people/auth.server.ts'
import { TermStorage } from '#app/cms/storage/bucket/term-storage.server.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import type { Puts, Storage } from '#app/cms/storage/storage.ts'
import { openMemoryStorage } from '#test/memory-storage.ts'
import { openDraftsAndReleases, type OpenedLater } from '#test/open-drafts-and-releases.ts'
import { formerPages, recipe, recipes, temporaryCollection } from '#test/temporary-collection.ts'
import { notice, silentHealth, silentLog } from '#test/temporary-content.ts'

/*
 * Every operation has one commit point: whichever of its writes fails, and however, all of it has happened or nothing, in
 * memory, on disk and after a new start. What the person is told is true, and the next try works.
 */

/** How one write of an operation fails. */
const FAULTS = {
  'is refused': { writes: 'nothing', code: 'disk-full' },
  'is refused, and all later ones': { writes: 'nothing', code: 'disk-full', isLasting: true },
  'is not answered, and was carried out': { writes: 'all', code: 'outcome-unknown' },
  'is not answered, and was not carried out': { writes: 'nothing', code: 'outcome-unknown' },
  'is interrupted before its last file': { writes: 'all but the last', code: 'outcome-unknown' },
} as const satisfies Record<string, Fault>

interface Fault {
  writes: 'nothing' | 'all' | 'all but the last'
  code: 'disk-full' | 'outcome-unknown'
  isLasting?: boolean
}

/** Makes the write with the number `at` fail. Without a number none fails. */
function withFault(storage: Storage, fault: Fault, at = Infinity) {
  const state = { writes: 0, isOn: true }
  async function write<Result>(make: () => Promise<Result>, makePart?: () => Promise<unknown>): Promise<Result> {
    if (!state.isOn) return make()
    state.writes += 1
    const fails = fault.isLasting ? state.writes >= at : state.writes === at
    if (!fails) return make()
    if (fault.writes === 'all') await make()
    if (fault.writes === 'all but the last') await makePart?.()
    throw new StorageError(fault.code)
  }
  const commit: Storage['commit'] = (puts, options) =>
    write(
      () => storage.commit(puts, options),
      async () => {
        const [first, ...others] = puts.slice(0, -1)
        if (first) await storage.commit([first, ...others] as unknown as Puts)
      },
    )
  const faulty: Storage = {
    ...storage,
    commit,
    append: (...args) => write(() => storage.append(...args)),
    remove: (names) => write(() => storage.remove(names)),
    move: (...args) => write(() => storage.move(...args)),
  }
  return { storage: faulty, state }
}

const by = 'asha'
const [bread, rolls, cake] = ['bread', 'rolls', 'cake'].map((key) => recipes.entry(key)) as [
  ReturnType<typeof recipes.entry>,
  ReturnType<typeof recipes.entry>,
  ReturnType<typeof recipes.entry>,
]
const message = {
  firstName: 'Meera',
  lastName: 'Shah',
  email: 'meera@example.com',
  mobile: '+91 98765 43210',
}

let folders: ReturnType<typeof temporaryCollection>

type World = Awaited<ReturnType<typeof openWorld>>

/** The services of a site, opened as at a start. */
async function openWorld(storage: Storage) {
  const later: OpenedLater = {}
  const { store: content, sections } = await folders.open({
    storage,
    policy: { approve: (change) => later.approvals?.approverOf(change) },
  })
  const { approvals, drafts, releases } = await openDraftsAndReleases(
    { storage, sections, content, items: [recipes, notice] },
    later,
  )
  // Messages that have been kept for a year may be erased.
  const clocks = { now: () => Date.now() + 400 * 24 * 3600 * 1000, uptime: () => performance.now() }
  const inbox = openInbox({ storage, mail: undefined, log: silentLog, health: silentHealth, clocks })
  const auth = openAuth({ storage, publicOrigin: 'http://localhost:3000', health: silentHealth })
  const release = (name: string) => {
    const found = releases.list().find((one) => one.name === name)
    if (!found) throw new Error(`There is no release ${name}`)
    return found
  }
  const messagesOf = async (...texts: string[]) => {
    const all = [...(await inbox.listMessages({})), ...(await inbox.listMessages({ show: 'deleted' }))]
    return all.flatMap(({ id, comments }) => (texts.includes(comments) ? id : []))
  }
  return {
    storage,
    content,
    drafts,
    approvals,
    releases,
    inbox,
    auth,
    release,
    messagesOf,
    seen: (section: SectionDefinition) => {
      const draft = drafts.find(section)
      return { section, release: undefined, revision: draft?.revision ?? '' }
    },
    async close() {
      await inbox.close()
      await releases.close()
      await drafts.close()
      await approvals.close()
      await content.close()
    },
  }
}

/** Everything that staff and visitors see, without what is random. */
async function stateOf({ content, drafts, releases, approvals, inbox, auth }: World) {
  // Drafts that are published are removed a second after a start.
  await vi.advanceTimersByTimeAsync(1_000)
  await approvals.close()
  const sections = [notice, formerPages, ...content.entryKeys(recipes).map((key) => recipes.entry(key))]
  const nameOf = (id: string | undefined) => (id === undefined ? undefined : (releases.find(id)?.name ?? 'unknown'))
  const all = [...(await inbox.listMessages({})), ...(await inbox.listMessages({ show: 'deleted' }))]
  const sorted = <Item>(items: Item[]) => items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  return {
    content: await Promise.all(
      sections.map(async (section) => {
        const history = await content.history(section)
        return [section.id, content.find(section)?.value, history.map(({ reason }) => reason)]
      }),
    ),
    drafts: sorted(
      drafts.list().map(({ section, release, content: value, removes, authors }) => ({
        section: section.id,
        release: nameOf(release),
        value,
        removes,
        authors,
        approval: approvals.find(section, release)?.state,
      })),
    ),
    releases: sorted(releases.list().map(({ name, state, time, earlier }) => [name, state, time, earlier.length])),
    needsApproval: [notice, recipes].map(({ id }) => approvals.isNeededFor(id)),
    messages: sorted(
      all.map(({ comments, unread, deletedAt }) => ({ comments, unread, isDeleted: deletedAt !== undefined })),
    ),
    people: auth.people.listPeople().map(({ linkExpiresAt, ...person }) => ({ ...person, hasLink: !!linkExpiresAt })),
    isFactorRequired: auth.accounts.isSecondFactorRequired(),
    accessTokens: (await auth.accessTokens.listAccessTokens('admin')).map(({ name }) => name),
  }
}

let invited: { token: string }
/** The revision that has discarded a draft. */
let discarded: string

/** What each operation begins with. */
async function makeWorld({ content, drafts, releases, approvals, inbox, auth }: World) {
  await approvals.setSections(new Set(), 'asha')
  for (const section of [bread, rolls]) {
    const value = recipe(section.id)
    await content.update(section, { author: by, reason: 'Made', change: () => value, create: () => value })
  }
  const draftOf = (section: typeof bread, title: string, release?: string) =>
    drafts.save(section, {
      content: recipe(title),
      author: by,
      version: content.find(section)?.version ?? '',
      release,
    })
  await draftOf(bread, 'Brown bread')
  await draftOf(cake, 'Cake')
  const full = await releases.create({ name: 'Full', time: '2999-01-01T00:00:00Z' }, by)
  await draftOf(rolls, 'Soft rolls', full.id)
  await drafts.save(notice, {
    content: { ...(content.find(notice)?.value as object), title: 'Open again' },
    author: by,
    version: content.find(notice)?.version ?? '',
    release: full.id,
  })
  await releases.create({ name: 'Empty' }, by)
  for (const comments of ['one', 'two', 'three', 'four']) await inbox.storeMessage({ ...message, comments })
  const ids = (await inbox.listMessages({})).flatMap(({ id, comments }) =>
    ['three', 'four'].includes(comments) ? id : [],
  )
  await inbox.deleteMessages(ids, by)
  await auth.accounts.ensureAdministrator({ adminUsername: 'admin', adminPassword: 'a long password' })
  invited = await auth.people.invite({ name: 'Ravi', username: 'ravi', role: 'editor' })
  const [admin] = auth.accounts.currentAccounts() ?? []
  if (!admin) throw new Error('There is no account')
  await auth.accessTokens.makeAccessToken({
    account: admin,
    name: 'Old',
    scope: 'editor',
    expiresAt: '2999-01-01T00:00:00Z',
  })
}

/** Requests the approval of two drafts. */
async function askFor({ approvals, seen }: World) {
  await approvals.setSections(new Set([recipes.id]), 'asha')
  await approvals.ask([seen(bread), seen(cake)], { by })
}

interface Operation {
  /** What has to be there as well. */
  first?: (world: World) => Promise<unknown>
  run: (world: World) => Promise<unknown>
  /** True if a refused write is done in memory, which health reports, and is tried again later. */
  keepsInMemory?: boolean
  /** True if it changes several things that have nothing to do with one another. After an interruption some may be changed. */
  isOfSeveral?: boolean
}

/** What changes content, drafts and releases. */
export const ofContent: Record<string, Operation> = {
  'save a section': {
    run: ({ content }) =>
      content.update(notice, { author: by, reason: 'Saved', change: (now) => ({ ...now, title: 'Changed' }) }),
  },
  'make an entry': {
    run: ({ content }) => {
      const value = recipe('Pie')
      const section = recipes.entry('pie')
      return content.update(section, { author: by, reason: 'Made', change: () => value, create: () => value })
    },
  },
  'change the address of an entry, with its redirect': {
    run: ({ content }) =>
      content.update(bread, { author: by, reason: 'Moved', change: (now) => ({ ...now, address: 'new-bread' }) }),
  },
  'remove an entry, with its redirect': {
    run: ({ content }) =>
      content.remove(rolls, {
        author: by,
        reason: 'Removed',
        expectedVersion: content.find(rolls)?.version ?? '',
        visitorsGoTo: '/recipes',
      }),
  },
  'save a draft': {
    run: ({ drafts, content }) =>
      drafts.save(rolls, { content: recipe('New rolls'), author: by, version: content.find(rolls)?.version ?? '' }),
  },
  'save a draft again': {
    run: ({ drafts, content }) =>
      drafts.save(bread, { content: recipe('Rye'), author: by, version: content.find(bread)?.version ?? '' }),
  },
  'discard a draft': { run: ({ drafts }) => drafts.discard(bread, { author: by }) },
  'undo the discard of a draft': {
    async first({ drafts }) {
      discarded = (await drafts.discard(bread, { author: by })) ?? ''
    },
    run: ({ drafts }) => drafts.undoDiscard(bread, { author: by, revision: discarded }),
  },
  'move a draft into a release': {
    run: ({ releases, release }) => releases.moveDrafts([bread], { to: release('Empty').id, by }),
  },
  'move a draft out of a release': {
    run: ({ releases, release }) => releases.moveDrafts([rolls], { from: release('Full').id, by }),
  },
  'move a draft from one release to another': {
    run: ({ releases, release }) =>
      releases.moveDrafts([rolls], { from: release('Full').id, to: release('Empty').id, by }),
  },
  'publish a draft': {
    run: ({ content, drafts }) =>
      publishDraft({ content, drafts, files: { findMissingFiles: () => [] }, log: silentLog }, bread, { author: by }),
  },
  'make a release': { run: ({ releases }) => releases.create({ name: 'New' }, by) },
  'make a release with new drafts': {
    run: ({ releases, content }) => {
      const saved = [bread, rolls].map((section) => ({
        section,
        content: recipe(`Better ${section.id}`),
        version: content.find(section)?.version ?? '',
      }))
      return releases.createWithDrafts({ name: 'New' }, { saved }, by)
    },
  },
  'change a release': {
    run: ({ releases, release }) => releases.change(release('Empty').id, { name: 'Renamed', time: undefined }, by),
  },
  'schedule a release': { run: ({ releases, release }) => releases.schedule(release('Full').id, by) },
  'cancel the schedule of a release': {
    first: ({ releases, release }) => releases.schedule(release('Full').id, by),
    run: ({ releases, release }) => releases.unschedule(release('Full').id, by),
  },
  'publish a release': { run: ({ releases, release }) => releases.publish(release('Full').id, by) },
  'undo a release': {
    first: ({ releases, release }) => releases.publish(release('Full').id, by),
    run: ({ releases, release }) => releases.undo(release('Full').id, by),
  },
  'delete a release and discard its drafts': {
    run: ({ releases, release }) => releases.remove(release('Full').id, 'discard', by),
  },
  'delete a release and keep its drafts': {
    run: ({ releases, release }) => releases.remove(release('Full').id, 'detach', by),
  },
  'delete two releases and discard their drafts': {
    isOfSeveral: true,
    run: ({ releases, release }) => releases.removeTogether([release('Full').id, release('Empty').id], 'discard', by),
  },
  'delete two releases and keep their drafts': {
    isOfSeveral: true,
    run: ({ releases, release }) => releases.removeTogether([release('Full').id, release('Empty').id], 'detach', by),
  },
}

/** What changes approvals, messages and people. */
export const ofPeople: Record<string, Operation> = {
  'set what needs approval': { run: ({ approvals }) => approvals.setSections(new Set([notice.id]), 'asha') },
  'set that nothing needs approval, which ends requests': {
    first: askFor,
    run: ({ approvals }) => approvals.setSections(new Set(), 'asha'),
  },
  'request the approval of two drafts': {
    isOfSeveral: true,
    first: ({ approvals }) => approvals.setSections(new Set([recipes.id]), 'asha'),
    run: ({ approvals, seen }) => approvals.ask([seen(bread), seen(cake)], { by }),
  },
  'approve two drafts': {
    isOfSeveral: true,
    first: askFor,
    run: ({ approvals, seen }) => approvals.approve([seen(bread), seen(cake)], { by: 'ravi' }),
  },
  'send two drafts back': {
    isOfSeveral: true,
    first: askFor,
    run: ({ approvals, seen }) => approvals.sendBack([seen(bread), seen(cake)], { by: 'ravi', note: 'Shorter' }),
  },
  'withdraw two requests': {
    first: askFor,
    run: ({ approvals, seen }) => approvals.withdraw([seen(bread), seen(cake)], { by }),
  },
  'store a message': { run: ({ inbox }) => inbox.storeMessage({ ...message, comments: 'five' }) },
  'mark two messages as read': {
    isOfSeveral: true,
    run: async ({ inbox, messagesOf }) => inbox.setUnread(await messagesOf('one', 'two'), false, by),
  },
  'delete two messages': {
    isOfSeveral: true,
    run: async ({ inbox, messagesOf }) => inbox.deleteMessages(await messagesOf('one', 'two'), by),
  },
  'restore two messages': {
    isOfSeveral: true,
    run: async ({ inbox, messagesOf }) => inbox.restoreMessages({ ids: await messagesOf('three', 'four') }),
  },
  'erase two messages': {
    isOfSeveral: true,
    run: async ({ inbox, messagesOf }) => inbox.eraseMessages(await messagesOf('three', 'four')),
  },
  'invite a person': {
    run: ({ auth }) => auth.people.invite({ name: 'Meera', username: 'meera', role: 'publisher' }),
  },
  'set a password by a link': { run: ({ auth }) => auth.people.setPasswordByLink(invited.token, 'another password') },
  'change a role': { run: ({ auth }) => auth.people.setRole('ravi', 'publisher') },
  'deactivate a person': {
    first: ({ auth }) => auth.people.setPasswordByLink(invited.token, 'another password'),
    run: ({ auth }) => auth.people.deactivate('ravi'),
  },
  'require a second factor': { run: ({ auth }) => auth.accounts.requireSecondFactor(true) },
  'make an access token': {
    run: async ({ auth }) => {
      const [account] = auth.accounts.currentAccounts() ?? []
      if (!account) throw new Error('There is no account')
      const token = { account, name: 'New', scope: 'editor', expiresAt: '2999-01-01T00:00:00Z' } as const
      await auth.accessTokens.makeAccessToken(token)
    },
  },
  'revoke an access token': {
    keepsInMemory: true,
    run: async ({ auth }) => {
      const [token] = await auth.accessTokens.listAccessTokens('admin')
      await auth.accessTokens.revokeAccessToken('admin', token?.hash ?? '')
    },
  },
}

/** A storage in memory with these files. */
function storageOf(files: ReadonlyMap<string, { bytes: Buffer; modified: number }>) {
  const opened = openMemoryStorage()
  for (const [name, file] of files) opened.files.set(name, file)
  return opened
}

/** The storage as a site sees it that does not write any more once it does not know the outcome of a change. */
const asOfSite = (storage: Storage) =>
  new TermStorage(storage, { isReader: false, mayWrite: () => true, isHeld: () => true })

async function inWorld<Result>(storage: Storage, use: (world: World) => Promise<Result>): Promise<Result> {
  const world = await openWorld(storage)
  try {
    return await use(world)
  } finally {
    await world.close()
  }
}

let beginning: ReadonlyMap<string, { bytes: Buffer; modified: number }>

const BLAMES = /at the same moment|another program|someone else|somebody else/i

/** Tries each of these operations with each fault of each of its writes. */
export function describeCommitPoints(operations: Record<string, Operation>): void {
  beforeAll(() => {
    folders = temporaryCollection()
    return () => folders.dispose()
  })

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const { storage, files } = openMemoryStorage()
    for (const section of [notice, formerPages])
      files.set(`content/${section.file}`, {
        bytes: readFileSync(path.join(folders.contentDir, section.file)),
        modified: Date.now(),
      })
    await inWorld(storage, makeWorld)
    beginning = new Map(files)
    return () => {
      vi.useRealTimers()
    }
  })

  describe.each(Object.entries(operations))('%s', (_name, { first, run: operation, keepsInMemory, isOfSeveral }) => {
    const run = async (world: World) => operation(world)

    test.each(Object.entries(FAULTS))(
      'a write %s: all or nothing, the message is true, and the next try works',
      async (_fault, fault) => {
        const start = storageOf(beginning)
        if (first) await inWorld(start.storage, first)
        const before = await inWorld(start.storage, stateOf)
        const undisturbed = storageOf(start.files)
        const counted = withFault(undisturbed.storage, fault)
        await inWorld(counted.storage, async (world) => {
          counted.state.writes = 0
          await run(world)
          counted.state.isOn = false
        })
        const after = await inWorld(undisturbed.storage, stateOf)
        expect(after).not.toEqual(before)

        for (let at = 1; at <= counted.state.writes; at += 1) {
          const where = `write ${at} of ${counted.state.writes}`
          const { storage, files } = storageOf(start.files)
          const faulty = withFault(storage, fault, at)
          faulty.state.isOn = false
          const world = await openWorld(asOfSite(faulty.storage))
          faulty.state.isOn = true
          faulty.state.writes = 0
          const failure = await run(world).then(
            () => undefined,
            (error: unknown) => (error instanceof MessageNotStored ? error.cause : error),
          )
          faulty.state.isOn = false
          const restarted = await inWorld(storageOf(files).storage, stateOf)
          const hasHappened = isEqual(restarted, after)
          if (fault.writes === 'all but the last' && isOfSeveral && failure !== undefined) {
            expect(failure, where).toMatchObject({ code: fault.code })
            await world.close()
            continue
          }
          if (!hasHappened) expect(restarted, where).toEqual(before)
          if (failure === undefined) {
            if (keepsInMemory) expect(await stateOf(world), where).toEqual(after)
            else expect(hasHappened, where).toBe(true)
          } else {
            expect(failure, where).toMatchObject({ code: fault.code })
            if (fault.code === 'disk-full') {
              // It says that nothing was saved.
              expect(hasHappened, where).toBe(false)
              expect(await stateOf(world), where).toEqual(before)
              await run(world)
              expect(await stateOf(world), where).toEqual(after)
            }
          }
          await world.close()
          if (fault.code === 'outcome-unknown' && failure !== undefined) {
            await inWorld(storage, async (next) => {
              expect(await stateOf(next), where).toEqual(restarted)
              const again = await run(next).then(
                () => undefined,
                (error: unknown) => error,
              )
              if (hasHappened) expect(String(again), where).not.toMatch(BLAMES)
              else expect(again, where).toBeUndefined()
              if (!hasHappened) expect(await stateOf(next), where).toEqual(after)
            })
          }
        }
      },
    )
  })
}
