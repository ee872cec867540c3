import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { ContentIssue, Snapshot } from './store.types.ts'

/** The content changed since the version the edit was made from; nothing was written. */
export class VersionConflict extends Error {
  override name = 'VersionConflict'
  constructor(
    readonly section: string,
    /** The current content. */
    readonly current: Snapshot<unknown>,
  ) {
    super('Someone else has saved a newer version of this section. Nothing was changed.')
  }
}

/** The content an edit made does not fit the section's schema; nothing was written. */
export class InvalidContent extends Error {
  override name = 'InvalidContent'
  constructor(
    readonly section: string,
    readonly issues: ContentIssue[],
  ) {
    super(issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message)).join('; '))
  }
}

/** The section needs the approval of a second person, and the change has none; nothing was written. */
export class ApprovalRequired extends Error {
  override name = 'ApprovalRequired'
  readonly status = 403
  readonly code = 'approval-required'
  constructor(section: Pick<SectionDefinition, 'label'>) {
    super(
      `“${section.label}” is published only after a second person has approved it. Nothing was changed. Save a draft and ask for approval.`,
    )
  }
}

/** The section's file has never been readable, so there is nothing to show or to edit. */
export class ContentUnavailable extends Error {
  override name = 'ContentUnavailable'
  readonly status = 503
  constructor(readonly section: string) {
    super(`The content of "${section}" cannot be read. The dashboard names the file, the line and the column.`)
  }
}

/** The record of a history entry cannot be read, is not UTF-8 text, or was altered. */
export class HistoryEntryDamaged extends Error {
  override name = 'HistoryEntryDamaged'
  constructor(
    readonly entry: string,
    reason: string,
  ) {
    super(`This version cannot be used: ${reason}.`)
  }
}

/** The history does not have such an entry, or does not have it any more. */
export class HistoryEntryNotFound extends Error {
  override name = 'HistoryEntryNotFound'
  constructor(readonly entry: string) {
    super('The history does not have this version any more.')
  }
}
