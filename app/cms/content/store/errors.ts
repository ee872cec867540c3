import { etagOf } from '#app/cms/platform/http/etag.ts'
import { ExpectedError, messagesByField } from '#app/cms/platform/expected-error.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { ContentIssue, Snapshot } from './store.types.ts'

/** The content changed since the version the edit was made from; nothing was written. */
export class VersionConflict extends ExpectedError {
  override name = 'VersionConflict'
  constructor(
    readonly section: string,
    /** The current content. */
    readonly current: Snapshot<unknown>,
  ) {
    super(409, 'Someone else has saved a newer version of this section. Nothing was changed.', {
      headers: { etag: etagOf(current.version) },
    })
  }
}

/** The entry that an edit was made from was removed since; nothing was written. */
export class EntryRemoved extends ExpectedError {
  override name = 'EntryRemoved'
  constructor(section: Pick<SectionDefinition, 'id' | 'label'>) {
    super(
      409,
      `“${section.label}” was removed since you opened it. Nothing was changed. Restore it from its history first.`,
    )
  }
}

/** The content an edit made does not fit the section's schema; nothing was written. */
export class InvalidContent extends ExpectedError {
  override name = 'InvalidContent'
  constructor(
    readonly section: string,
    readonly issues: ContentIssue[],
  ) {
    super(422, issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message)).join('; '), {
      fields: messagesByField(issues),
    })
  }
}

/** The entry has to be kept, so it must not be removed; nothing was written. `reason` is a sentence. */
export class EntryKept extends ExpectedError {
  override name = 'EntryKept'
  constructor(readonly reason: string) {
    super(422, `Nothing was changed. ${reason}`, { code: 'entry-kept' })
  }
}

/** The section needs the approval of a second person, and the change has none; nothing was written. */
export class ApprovalRequired extends ExpectedError {
  override name = 'ApprovalRequired'
  constructor({ label, changes }: Pick<SectionDefinition, 'label' | 'changes'>) {
    super(
      403,
      changes === 'by release'
        ? `“${label}” is published only with a release, after a second person has approved it. Nothing was changed. Save a draft in a release and ask for approval.`
        : `“${label}” is published only after a second person has approved it. Nothing was changed. Save a draft and ask for approval.`,
      { code: 'approval-required' },
    )
  }
}

/** A later release has written the file in a format of its own, so an edit would hide what was saved there. */
export class NewerFormat extends ExpectedError {
  override name = 'NewerFormat'
  constructor({ label }: Pick<SectionDefinition, 'label'>) {
    super(
      409,
      `The file of “${label}” was saved by a newer version of this software, and a change would replace what was saved there. Nothing was changed. Install the newer software. If you do not want what was saved there, first write the last valid version to the file, on the dashboard.`,
      { code: 'newer-format' },
    )
  }
}

/** The section's file has never been readable, so there is nothing to show or to edit. */
export class ContentUnavailable extends ExpectedError {
  override name = 'ContentUnavailable'
  constructor(readonly section: string) {
    super(503, `The content of "${section}" cannot be read. The dashboard names the file, the line and the column.`, {
      code: 'content-unavailable',
    })
  }
}

/** The record of a history entry cannot be read, is not UTF-8 text, or was altered. */
export class HistoryEntryDamaged extends ExpectedError {
  override name = 'HistoryEntryDamaged'
  constructor(
    readonly entry: string,
    reason: string,
  ) {
    super(409, `This version cannot be used: ${reason}.`)
  }
}

/** The history does not have such an entry, or does not have it any more. */
export class HistoryEntryNotFound extends ExpectedError {
  override name = 'HistoryEntryNotFound'
  constructor(readonly entry: string) {
    super(404, 'This version is no longer in the history.')
  }
}
