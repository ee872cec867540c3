import type { Author } from '#app/cms/platform/author.server.ts'
import { parseContentFile } from '#app/cms/content/format/content-file.ts'
import type { PublishedFiles } from '#app/cms/content/store/store.types.ts'
import type { Draft, PreparedDrafts } from '#app/cms/publishing/drafts/draft.ts'
import { collectFileRefs } from '#app/cms/media/library/collect-file-refs.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import type { ReleaseCallbacks, ReleasePublisherOptions } from './publish-release.server.ts'
import { recordFile } from './release-records.server.ts'
import {
  conflictsOf,
  MAX_EARLIER,
  refusedBy,
  ReleaseRefused,
  toChange,
  type Release,
  type ReleasePublication,
  type SectionEdit,
} from './release-format.ts'

/** The longest reason for a withdrawal. The schema of the entry may allow less. */
const MAX_REASON_LENGTH = 500

/** Undoes a published release as one publication of the content store. The caller runs one at a time. */
export class ReleaseUndo {
  constructor(
    private readonly options: Pick<ReleasePublisherOptions, 'content' | 'sections' | 'drafts' | 'files' | 'moveOf'>,
    private readonly callbacks: ReleaseCallbacks,
  ) {}

  /**
   * Reverts what a published release has changed, as one publication. Later changes in other places stay. The release
   * is open again: what was undone becomes its drafts, and its files are staged again. An entry that it has made and that
   * has to be kept is withdrawn with the `reason`. Also rejects with an ExpectedError (422, at the field `reason`) if that
   * is missing or too long.
   */
  async undo(release: Release, { by, reason = '' }: { by: Author; reason?: string | undefined }): Promise<Release> {
    const { published, ...rest } = release
    if (release.state !== 'published' || !published) throw new ReleaseRefused('Only a published release can be undone.')
    const { content, drafts } = this.options
    // A fault of the disk may have left the publication pending: then its history is not written yet.
    await content.completePublications()
    const reverse = await Promise.all(published.sections.map((part) => this.#undoEdit(part)))
    const kept = reverse.filter((edit) => this.#keptEntry(edit) !== undefined)
    const edits = reverse.filter((edit) => !kept.includes(edit))
    this.#refuseConflicts(edits)
    requireReason(kept, reason, (section) => content.find(section)?.value)
    const stamp = this.callbacks.stamp(by)
    const undone: Release = {
      ...rest,
      state: 'open',
      changed: stamp,
      earlier: [...release.earlier, { published, undone: stamp }].slice(-MAX_EARLIER),
    }
    const next = new Map<string, unknown>()
    const undoneContent = new Map<string, unknown>()
    const note = (id: string) => (value: unknown, current: unknown) => {
      next.set(id, value)
      undoneContent.set(id, current)
    }
    const changes = [
      ...edits.map((edit) => toChange(edit, note(edit.section.id))),
      ...kept.map(({ section }) => ({
        section,
        change: (current: unknown) => {
          const value = withdrawn(section, current, reason)
          note(section.id)(value, current)
          return value
        },
      })),
    ]
    const unpublishing = this.#filesToUnpublish(published.files, next)
    let prepared: PreparedDrafts = { files: [], show: () => undefined }
    await content.publish(changes, {
      author: by,
      reason: `Release “${release.name}” undone`,
      // The earlier content was public before, and a mistake has to be reverted at once.
      withoutApproval: true,
      isUndo: true,
      id: `undo-${release.id}`,
      files: {
        ...unpublishing,
        onCommit: () => {
          unpublishing.onCommit()
          prepared.show()
          this.callbacks.onCommit(undone)
        },
      },
      dataFiles: (parts) => {
        prepared = drafts.prepare(
          parts.flatMap(({ section: id, version }) => {
            const section = this.options.sections.resolve(id)
            const undone = draftOfUndone(version, next.get(id), undoneContent.get(id))
            return section ? [{ section, release: release.id, ...undone, ...draftIn(published, id) }] : []
          }),
        )
        return prepared.files
      },
      committingFile: () => ({ ...recordFile(undone), ifVersion: this.callbacks.versionOf(release) }),
    })
    return undone
  }

  /**
   * The files that no content names. Sections with an entry in `next` count with that content instead of their current
   * one.
   */
  #unusedFiles(files: readonly string[], next?: ReadonlyMap<string, unknown>): string[] {
    const { content, sections } = this.options
    const others = sections.all().filter(({ id }) => next?.has(id) !== true)
    const contents = [...others.map((section) => content.find(section)?.value), ...(next?.values() ?? [])]
    const named = new Set(contents.flatMap((value) => [...collectFileRefs(value)]))
    return files.filter((file) => !named.has(file))
  }

  /** How to unpublish the published files that no content names any more once the sections have their `next` content. */
  #filesToUnpublish(published: readonly string[], next: ReadonlyMap<string, unknown>): PublishedFiles {
    const { files, moveOf } = this.options
    const unusedByNext = () => this.#unusedFiles(published, next)
    let endHiding: () => void = () => undefined
    return {
      moves: () =>
        unusedByNext().map((file) => {
          const { from, to } = moveOf(file)
          return { from: to, to: from }
        }),
      onCommit: () => {
        endHiding = files.hide(unusedByNext())
      },
      apply: async () => {
        // A later save may name one of these files again.
        await files.unpublish(this.#unusedFiles(published))
        endHiding()
      },
    }
  }

  /** The edit that reverts what a release changed in a section. */
  async #undoEdit({
    section: id,
    historyEntry,
  }: {
    section: string
    historyEntry?: string | undefined
  }): Promise<SectionEdit> {
    const section = this.options.sections.resolve(id)
    const texts = section && (await this.options.content.pastTexts(section, historyEntry ?? ''))
    const [before, after] = (texts ?? []).map((text) => section && stateOf(section, text))
    if (!section || !before || !after) {
      throw new ReleaseRefused(
        `The history does not have the earlier content of ${this.#labelOf(id)} any more. Nothing was undone.`,
      )
    }
    return { section, from: after.value, to: before.value }
  }

  /** The entries that the undo of a release withdraws, because they have to be kept. Rejects as the undo does. */
  async keptByUndo({ published }: Release): Promise<SectionDefinition[]> {
    const edits = await Promise.all((published?.sections ?? []).map((part) => this.#undoEdit(part)))
    return edits.flatMap((edit) => this.#keptEntry(edit) ?? [])
  }

  /** The entry that an undo would remove although it has to be kept. Throws ReleaseRefused if it cannot be withdrawn. */
  #keptEntry({ section, to }: SectionEdit): SectionDefinition | undefined {
    const current = this.options.content.find(section)?.value
    if (to !== undefined || current === undefined) return undefined
    const why = section.lifecycle?.keptBecause?.(current, new Date())
    if (why === undefined) return undefined
    if (!section.lifecycle?.withdrawal) throw new ReleaseRefused(`Nothing was undone. ${why}`)
    return section
  }

  #refuseConflicts(edits: readonly SectionEdit[]) {
    const conflicts = conflictsOf(edits, (section) => this.options.content.find(section)?.value)
    if (conflicts.length > 0) throw refusedBy(conflicts)
  }

  #labelOf(section: string) {
    return this.options.sections.resolve(section)?.label ?? section
  }
}

/** The content of a section by the text of its file; undefined if it cannot be read. An entry may have none. */
function stateOf(section: SectionDefinition, text: string): { value: unknown } | undefined {
  if (section.entry && text === '') return { value: undefined }
  const parsed = parseContentFile(section, text)
  return 'file' in parsed ? { value: parsed.file.value } : undefined
}

/** The draft that makes the `undone` content again, on top of what is `published` after the undo. */
function draftOfUndone(
  version: string,
  published: unknown,
  undone: unknown,
): Pick<Draft, 'base' | 'content' | 'removes'> {
  // The undo has removed an entry that the release had made.
  if (published === undefined) return { base: { version: '', content: {} }, content: undone }
  const base = { version, content: published }
  return undone === undefined ? { base, content: published, removes: true } : { base, content: undone }
}

/** The people who saved the draft that a release has published; in old records, the person who published it. */
function draftIn({ by, sections }: ReleasePublication, section: string) {
  const part = sections.find((one) => one.section === section)
  const { author = by, authors = [author], visitorsGoTo } = part ?? {}
  return { author, authors, visitorsGoTo }
}

/** Throws an ExpectedError at the field `reason` unless there is one for the entries that are not withdrawn yet. */
function requireReason(
  kept: readonly SectionEdit[],
  reason: string,
  currentOf: (section: SectionDefinition) => unknown,
) {
  const shown = kept.filter(({ section }) => section.lifecycle?.withdrawal?.reasonOf(currentOf(section)) === '')
  if (shown.length === 0) return
  const refuse = (message: string) => new ExpectedError(422, message, { field: 'reason' })
  const names = enumerate(shown.map(({ section }) => `“${section.label}”`))
  if (reason.trim() === '')
    throw refuse(`Nothing was undone. Enter why ${names} ${shown.length === 1 ? 'is' : 'are'} withdrawn.`)
  if (reason.length > MAX_REASON_LENGTH)
    throw refuse(`Nothing was undone. The reason can have at most ${MAX_REASON_LENGTH} characters.`)
}

/** The content of an entry that has to be kept, withdrawn unless it is already. */
function withdrawn({ lifecycle }: SectionDefinition, current: unknown, reason: string) {
  const withdrawal = lifecycle?.withdrawal
  return withdrawal?.reasonOf(current) === '' ? withdrawal.withdraw(current, reason.trim()) : current
}
