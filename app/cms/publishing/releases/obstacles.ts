import { toContentIssues } from '#app/cms/content/format/content-file.ts'
import type { ContentIssue, RefusedEntry } from '#app/cms/content/store/store.types.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { issuesOfChange } from '#app/cms/define/list-length.ts'
import { labelOfPath, schemaLabels } from '#app/cms/content/compare/schema-labels.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { mergedEdit, ReleaseRefused, type Release, type SectionEdit } from './release-format.ts'
import { formatMoment } from './release-time.ts'

/** One reason why a release cannot be published. */
export type Obstacle =
  | { kind: 'empty' }
  /**
   * Its draft and a later publication have changed the same places. `fields` are words for them. `earlier`: the scheduled
   * release that will change them before its moment.
   */
  | { kind: 'conflict'; section: string; label: string; fields: string[]; earlier?: EarlierRelease }
  /** A second person has not approved the draft. `isChanged`: it was changed after the approval. */
  | { kind: 'approval'; section: string; label: string; isChanged?: true }
  /** The content would not be valid after the merge. */
  | { kind: 'invalid'; section: string; label: string; detail: string }
  /** The entry must not be removed. `detail` is a sentence. */
  | { kind: 'kept'; section: string; label: string; detail: string }
  /** The file of the section was never valid, so nothing can be merged into it. */
  | { kind: 'unreadable'; section: string; label: string }
  /** A file is missing or damaged. Without a section it is a file of the release itself. */
  | { kind: 'file'; section?: string; label?: string; detail: string }

/** A scheduled release whose moment comes before. */
type EarlierRelease = Pick<Release, 'id' | 'name'> & { time: string }

/** The state that decides whether a release can be published: what exists now, or what would exist. */
export interface PublicationState {
  /** What is published of a section; undefined if its file was never valid, and for an entry that does not exist. */
  currentOf: (section: SectionDefinition) => unknown
  /** True if the file of the section was never valid, or a later release has written it in a format of its own. */
  isUnreadable: (section: SectionDefinition) => boolean
  /** Whether the draft of this section has the approval that it needs. `changed`: it had, before it was changed. */
  approvalOf: (section: SectionDefinition) => 'approved' | 'changed' | 'missing'
  /** What is wrong with the files that this content of a section names, in words. */
  missingFiles: (section: SectionDefinition, value: unknown) => readonly string[]
  /** Why entries cannot get this next content at one moment, by the ids of their sections. */
  refusalOf: (next: ReadonlyMap<string, unknown>) => RefusedEntry | undefined
  /** What is wrong with the staged files that the release publishes, in words. */
  fileProblems: readonly string[]
  /** True if the release publishes files, even without a draft. */
  hasFiles: boolean
}

/** What the publication of a release would do. */
export interface ReleaseOutcome {
  /** Why it cannot be published; empty if it can. */
  obstacles: Obstacle[]
  /** The content that its sections would have, by their ids. Undefined: the entry would be removed. */
  next: ReadonlyMap<string, unknown>
}

/** What the publication of these edits would do. The publication itself refuses for the same reasons. */
export function outcomeOf(edits: readonly SectionEdit[], state: PublicationState): ReleaseOutcome {
  if (edits.length === 0 && !state.hasFiles) return { obstacles: [{ kind: 'empty' }], next: new Map() }
  const ofFiles = state.fileProblems.map((detail): Obstacle => ({ kind: 'file', detail }))
  const merged = edits.map((edit) => ({ section: edit.section, ...mergeForPublication(edit, state) }))
  return {
    obstacles: [...merged.flatMap(({ obstacles }) => obstacles), ...ofEntries(merged, state), ...ofFiles],
    next: new Map(merged.map(({ section, value }) => [section.id, value])),
  }
}

/** Why the entries of a release cannot be published together, although each could be alone. */
function ofEntries(
  merged: readonly ({ section: SectionDefinition } & MergedDraft)[],
  { refusalOf }: Pick<PublicationState, 'refusalOf'>,
): Obstacle[] {
  // A conflict has to be resolved first, and an invalid entry corrected: both then have other content.
  const entries = merged.filter(({ section, obstacles }) => section.entry && !obstacles.some(hasNoContentYet))
  if (entries.length === 0) return []
  const refusal = refusalOf(new Map(entries.map(({ section, value }) => [section.id, value])))
  const refused = entries.find(({ section }) => section.id === refusal?.section)?.section
  if (!refusal || !refused) return []
  const ref = { section: refused.id, label: refused.label }
  return [{ kind: 'invalid', ...ref, detail: describeIssues(refused, refusal.issues) }]
}

function hasNoContentYet({ kind }: Obstacle) {
  return kind === 'conflict' || kind === 'invalid' || kind === 'unreadable'
}

interface MergedDraft {
  /** Undefined if the entry would be removed. */
  value: unknown
  obstacles: Obstacle[]
}

/** The content that a publication would give to a section, and why that is refused. */
export function mergeForPublication(
  edit: SectionEdit,
  {
    currentOf,
    isUnreadable,
    approvalOf,
    missingFiles,
  }: Pick<PublicationState, 'currentOf' | 'isUnreadable' | 'approvalOf' | 'missingFiles'>,
): MergedDraft {
  const { section } = edit
  const ref = { section: section.id, label: section.label }
  const current = currentOf(section)
  if ((current === undefined && !section.entry) || isUnreadable(section))
    return { value: edit.to, obstacles: [{ kind: 'unreadable', ...ref }] }
  const { value, conflict } = mergedEdit(edit, current)
  const obstacles: Obstacle[] = []
  if (conflict) obstacles.push({ kind: 'conflict', ...ref, fields: conflict.fields })
  // A merge with conflicts is only a proposal, so what is wrong with it says nothing.
  else if (value !== undefined) {
    const parsed = section.schema.safeParse(value)
    const issues = parsed.success
      ? [
          ...issuesOfChange(section, parsed.data, { published: current }),
          ...(current === undefined ? (section.checkFirst?.(parsed.data) ?? []) : []),
        ]
      : toContentIssues(parsed.error.issues, value)
    if (issues.length > 0) obstacles.push({ kind: 'invalid', ...ref, detail: describeIssues(section, issues) })
  } else if (current !== undefined) {
    const reason = section.lifecycle?.keptBecause?.(current, new Date())
    if (reason !== undefined) obstacles.push({ kind: 'kept', ...ref, detail: reason })
  }
  const approval = approvalOf(section)
  if (approval !== 'approved') {
    obstacles.push({ kind: 'approval', ...ref, ...(approval === 'changed' && { isChanged: true }) })
  }
  const missing = value === undefined ? [] : missingFiles(section, value)
  for (const detail of missing) obstacles.push({ kind: 'file', ...ref, detail })
  return { value, obstacles }
}

const MAX_ISSUES = 3

function describeIssues(section: SectionDefinition, issues: readonly ContentIssue[]) {
  const fieldLabels = schemaLabels(section.schema)
  const texts = issues.map(({ path, message }) =>
    path === '' ? message : `${labelOfPath(fieldLabels, path)}: ${message}`,
  )
  return texts.slice(0, MAX_ISSUES).join('; ')
}

/** The reasons in one or a few sentences. */
export function describeObstacles(obstacles: readonly Obstacle[]): string {
  const labels = obstacles.flatMap((obstacle) => (obstacle.kind === 'approval' ? nameOfApproval(obstacle) : []))
  const conflicts = obstacles.flatMap((obstacle) => (obstacle.kind === 'conflict' ? [obstacle] : []))
  const sentences = obstacles.flatMap((obstacle) => otherSentence(obstacle) ?? [])
  for (const { label, fields, earlier } of conflicts) {
    if (!earlier) continue
    const what = fields.length > 0 ? `${enumerate(fields)} of ${label}` : label
    sentences.push(`It changes ${what}, as does “${earlier.name}” on ${formatMoment(earlier.time)}.`)
  }
  const published = conflicts.filter(({ earlier }) => !earlier)
  if (published.length > 0) {
    const parts = published.map(({ label, fields }) => (fields.length > 0 ? `${label} (${fields.join(', ')})` : label))
    sentences.push(`Other changes were published in the same fields: ${parts.join('; ')}.`)
  }
  if (labels.length > 0) {
    sentences.push(`Not approved yet: ${labels.join(', ')}. A second person has to approve each section.`)
  }
  return sentences.join(' ')
}

function nameOfApproval({ label, isChanged }: Obstacle & { kind: 'approval' }) {
  return isChanged ? `${label} (changed after the approval)` : label
}

function otherSentence(obstacle: Obstacle) {
  switch (obstacle.kind) {
    case 'empty':
      return 'This release is empty. Add a draft to it first.'
    case 'invalid':
      return `${obstacle.label} would have an error: ${obstacle.detail}.`
    case 'kept':
      return obstacle.detail
    case 'unreadable':
      return `The published content of ${obstacle.label} cannot be read.`
    case 'file':
      return `${obstacle.label === undefined ? '' : `${obstacle.label}: `}${obstacle.detail.replace(/\.$/, '')}.`
    default:
      return undefined
  }
}

export function refusedFor(obstacles: readonly Obstacle[]): ReleaseRefused {
  const [first] = obstacles
  const message = describeObstacles(obstacles)
  if (obstacles.length === 1 && first?.kind === 'empty') return new ReleaseRefused(message, 422)
  const conflicts = obstacles.flatMap((obstacle) => (obstacle.kind === 'conflict' ? [obstacle] : []))
  return new ReleaseRefused(message, 409, conflicts)
}

/** The obstacles that `before` does not have. */
export function addedObstacles(before: readonly Obstacle[], after: readonly Obstacle[]): Obstacle[] {
  const known = new Set(before.map((obstacle) => JSON.stringify(obstacle)))
  return after.filter((obstacle) => !known.has(JSON.stringify(obstacle)))
}
