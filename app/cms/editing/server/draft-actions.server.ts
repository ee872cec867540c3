import type { Author } from '#app/cms/platform/author.server.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { flashExpectedErrors, issueTexts } from './section-history.server.ts'
import { savedRedirect } from './edit-reply.server.ts'
import { InvalidContent } from '#app/cms/content/store/errors.ts'
import { DraftNotFound } from '#app/cms/publishing/drafts/draft.ts'
import { collectFileRefs } from '#app/cms/media/library/collect-file-refs.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { askBeforeRemoval, askFirst } from '#app/cms/publishing/releases/ask-first.server.ts'
import * as endDraft from '#app/cms/publishing/releases/end-draft.server.ts'
import { ReleaseRefused } from '#app/cms/publishing/releases/release-format.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { editorAddress, readFormVersion, requireRelease, type DraftRef } from './draft-ref.server.ts'

/**
 * Publishes the draft of a section outside any release, with its files. Redirects to `page`, with an undo button unless
 * the undo would need approval, or with the reason why nothing was published. Otherwise rejects like `update` of the
 * store.
 */
export async function publishDraft(section: SectionDefinition, { page, author }: { page: string; author: Author }) {
  const site = currentSite()
  const fail = (message: string) => site.flash.flashRedirect(page, { kind: 'failure', message })
  try {
    const { historyEntry } = await endDraft.publishDraft({ ...site, log }, section, { author })
    const undo = site.approvals.isNeeded(section) ? undefined : historyEntry
    return savedRedirect(page, { message: 'The draft is published', historyEntry: undo }, author)
  } catch (error) {
    if (error instanceof DraftNotFound || error instanceof ReleaseRefused) return fail(error.message)
    if (!(error instanceof InvalidContent)) throw error
    return fail(`Nothing was published. ${issueTexts(section, error.issues).join('; ')}`)
  }
}

/**
 * Settles a conflict between a change of an entry and its removal by the removal. If the entry is removed, its draft is
 * discarded. Otherwise the draft removes it when it is published.
 */
export async function chooseRemoval(ref: DraftRef, token: string, author: Author) {
  const { section, release } = ref
  const { content, drafts, flash } = currentSite()
  if (!content.find(section)) return discardDraft(ref, token, author)
  const { published: version, revision = null } = readFormVersion(token)
  const visitorsGoTo = drafts.find(section, release)?.visitorsGoTo
  return flashExpectedErrors(editorAddress(ref), async () => {
    await drafts.saveRemoval(section, { release, author, version, expectedRevision: revision, visitorsGoTo })
    return flash.flashRedirect(editorAddress(ref), { kind: 'success', message: REMOVAL_SAVED })
  })
}

/** Shown after a removal was saved as a draft. */
export const REMOVAL_SAVED = 'Draft saved. The entry is removed when the draft is published.'

/**
 * Removes the draft that a form showed when it was published. Never rejects, because the content is already published.
 */
export async function dropPublishedDraft(section: SectionDefinition, token: string): Promise<void> {
  const { revision } = readFormVersion(token)
  if (revision !== undefined) await endDraft.dropPublishedDraft({ ...currentSite(), log }, section, revision)
}

const UNDO = 'draft:'

/** True for the `entry` of an undo button that restores a discarded draft. */
export function isDiscardedDraft(entry: string | undefined): entry is string {
  return entry?.startsWith(UNDO) === true
}

/**
 * Discards the draft that a page showed, and moves files that only this draft uses to the trash. Redirects to its
 * editor, or to the list of an entry that there is not without the draft.
 */
export async function discardDraft({ section, release }: DraftRef, token: string, author: Author) {
  const { content, drafts, flash, media } = currentSite()
  const page = editorAddress({ section, release })
  askBeforeRemoval(author, release === undefined ? undefined : currentSite().releases.find(release), section.label)
  return flashExpectedErrors(page, async () => {
    const services = { drafts, stagedFiles: media.staged, log }
    const seen = readFormVersion(token).revision
    const revision = await endDraft.discardDraft(services, { section, release }, { author, revision: seen })
    const isGone = section.entry && !content.find(section) && !content.brokenFile(section)
    return flash.flashRedirect(section.entry && isGone ? `/admin/${section.entry.collection}` : page, {
      kind: 'success',
      message: 'The draft was discarded',
      undo: { address: adminAddress(section), entry: `${UNDO}${release ?? ''}:${revision}` },
    })
  })
}

/**
 * The release of the draft that an undo button names; undefined if it has none. Throws 404 if there is no such release.
 */
export function releaseOfDiscarded(entry: string): string | undefined {
  const [releaseId = ''] = entry.slice(UNDO.length).split(':', 1)
  return requireRelease(releaseId || null)
}

/** Restores the draft that an undo button names, with its files. Redirects to its editor. */
export async function undoDiscard(section: SectionDefinition, entry: string, author: Author) {
  const { drafts, releases, flash, media } = currentSite()
  const release = releaseOfDiscarded(entry)
  const revision = entry.slice(entry.lastIndexOf(':') + 1)
  const page = editorAddress({ section, release })
  return flashExpectedErrors(page, async () => {
    const draft = await drafts.undoDiscard(section, {
      release,
      author,
      revision,
      check: ({ base, content }) => {
        askFirst(author, releases, { draft: { section, release, content, base } })
      },
    })
    const named = collectFileRefs(draft.content)
    for (const { id, file } of media.staged.trash.list()) {
      if (named.has(file)) await media.staged.restore(id)
    }
    return flash.flashRedirect(page, { kind: 'success', message: 'The draft was restored' })
  })
}
