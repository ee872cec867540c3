import { isDeepStrictEqual } from 'node:util'
import { toContentIssues } from '#app/cms/content/format/content-file.ts'
import { MAX_YAML_BYTES } from '#app/cms/content/format/yaml-document.ts'
import { InvalidContent, NewerFormat, VersionConflict } from '#app/cms/content/store/errors.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { issuesOfChange } from '#app/cms/define/list-length.ts'
import { authorId, type Author } from '#app/cms/platform/author.server.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { formatLimit } from '#app/cms/platform/format/bytes.ts'
import {
  DraftConflict,
  DraftNotFound,
  type Draft,
  type DraftBase,
  type DraftMove,
  type EffectiveDraft,
  type SaveDraft,
} from './draft.ts'
import type { NewRevision } from './draft-writer.server.ts'
import { effectiveDraft, isSame } from './effective-draft.ts'
import { keyOf, type DraftFolder } from './stored-drafts.server.ts'

interface Options {
  content: Pick<ContentStore, 'find' | 'history' | 'past' | 'brokenFile'>
  folders: ReadonlyMap<string, DraftFolder>
  now: () => number
}

/** Checks changes of drafts, and makes the revisions that they write. */
export function createNewRevisions({ content, folders, now }: Options) {
  /** The content of a version of a section: the published one, the base of the draft, or one of the history. */
  async function baseAt(section: SectionDefinition, version: string, draft: Draft | undefined): Promise<DraftBase> {
    const published = content.find(section)
    if (published?.version === version) return { version, content: published.value }
    if (draft?.base.version === version) return draft.base
    const entry = (await content.history(section)).find((candidate) => candidate.version === version)
    const past = entry && (await content.past(section, entry.id))
    if (past?.issues.length === 0) return { version, content: past.value }
    // The section is not published, so there is nothing to merge with.
    if (!published) return { version, content: {} }
    throw new VersionConflict(section.id, published)
  }

  function folderOf(section: SectionDefinition, release: string | undefined): DraftFolder {
    return folders.get(keyOf(section, release)) ?? { section, release, revisions: [], draft: undefined }
  }

  function record(draft: Pick<Draft, 'base' | 'content' | 'removes' | 'visitorsGoTo' | 'authors'>, by: Author) {
    const author = authorId(by)
    const { base, content: value, removes, visitorsGoTo, authors } = draft
    const others = authors.filter((other) => other !== author)
    const time = new Date(now()).toISOString()
    return {
      base,
      content: value,
      ...(removes && { removes, visitorsGoTo }),
      author,
      authors: [...others, author],
      time,
    }
  }

  function requireRevision(
    { section, draft }: DraftFolder,
    { expectedRevision, author }: Pick<SaveDraft, 'expectedRevision' | 'author'>,
  ) {
    if (expectedRevision !== undefined && expectedRevision !== (draft?.revision ?? null))
      throw new DraftConflict(section.id, draft, authorId(author))
  }

  /** The revision that a save makes; undefined if it makes none. Rejects as `save` does. */
  async function revisionOfSave(
    section: SectionDefinition,
    { release, content: next, author, version, expectedRevision }: SaveDraft,
  ): Promise<NewRevision | undefined> {
    const folder = folderOf(section, release)
    const { draft } = folder
    requireRevision(folder, { expectedRevision, author })
    // The newest revision may be in the later format, too: a new one would hide it.
    if (content.brokenFile(section)?.fault.isOfNewerFormat) throw new NewerFormat(section)
    const parsed = section.schema.safeParse(next)
    if (!parsed.success) throw new InvalidContent(section.id, toContentIssues(parsed.error.issues, next))
    const published = content.find(section)?.value
    const issues = issuesOfChange(section, parsed.data, { published, draft: draft?.content })
    if (issues.length > 0) throw new InvalidContent(section.id, issues)
    if (Buffer.byteLength(JSON.stringify(parsed.data)) > MAX_YAML_BYTES) {
      throw new ExpectedError(
        413,
        `The draft is larger than ${formatLimit(MAX_YAML_BYTES)}. Shorten it, then save again.`,
      )
    }
    if (draft && isUnchanged(effectiveDraft(content, folder), parsed.data, version)) return undefined
    const base = await baseAt(section, version, draft)
    const authors = draft?.authors ?? []
    if (isSame(parsed.data, base.content))
      return draft && { folder, values: record({ base: draft.base, content: null, authors }, author) }
    return { folder, values: record({ base, content: parsed.data, authors }, author) }
  }

  /** The revisions that move a draft: the new one, and the one that ends it where it was. Throws as `changeTogether` does. */
  function revisionsOfMove({ section, from, to, author }: DraftMove): { next: NewRevision; end: NewRevision } {
    const source = folderOf(section, from)
    const target = folderOf(section, to)
    const { draft } = source
    if (!draft) throw new DraftNotFound(section.id)
    if (target.draft) throw new DraftConflict(section.id, target.draft)
    // A person who only moves it does not become an author: the authors may not approve it.
    const { section: _section, release: _release, revision, ...values } = draft
    return {
      next: { folder: target, values, committedWith: { movedFrom: { release: from, revision } } },
      end: { folder: source, values: record({ ...draft, content: null, removes: undefined }, author) },
    }
  }

  function endOf(folder: DraftFolder, draft: Draft, author: Author): NewRevision {
    const values = record({ ...draft, content: null, removes: undefined }, author)
    return { folder, values, committedWith: { endsWithRelease: true } }
  }

  return { folderOf, record, requireRevision, revisionOfSave, revisionsOfMove, endOf }
}

/** True if a form that shows a draft is saved as it is, on the published version that it was made from. */
function isUnchanged(effective: EffectiveDraft | undefined, next: unknown, version: string) {
  return effective?.version === version && effective.conflicts.length === 0 && isDeepStrictEqual(next, effective.value)
}
