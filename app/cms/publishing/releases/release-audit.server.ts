import type { AuditEvent } from '#app/cms/people/audit/audit-event.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { actorOf, type Author } from '#app/cms/platform/author.server.ts'
import type { Release } from './release-format.ts'

export type ReleaseChangeKind =
  | 'made'
  | 'changed'
  | 'scheduled'
  | 'unscheduled'
  | 'published'
  | 'failed'
  | 'undone'
  | 'removed'

/** Records what people do with releases and their drafts. */
export class ReleaseAudit {
  constructor(private readonly audit: { record: (event: AuditEvent) => void }) {}

  release(change: ReleaseChangeKind, { id, name, time, changed }: Release, by: Author, what?: string): void {
    const detail = { name, time, by: changed.by, what }
    this.audit.record({ kind: `release.${change}`, about: id, detail, actor: actorOf(by) })
  }

  draft(what: 'saved' | 'discarded', { id }: SectionDefinition, release: string, by: Author): void {
    this.audit.record({ kind: `draft.${what}`, about: id, detail: { release }, actor: actorOf(by) })
  }

  move(
    { id }: SectionDefinition,
    { from, to }: { from?: string | undefined; to?: string | undefined },
    by: Author,
  ): void {
    this.audit.record({ kind: 'draft.moved', about: id, detail: { from, to }, actor: actorOf(by) })
  }
}
