import type { Actor } from '#app/cms/platform/author.server.ts'

/** The kinds of events, with labels for staff. The part before the dot is the group by which events are filtered. */
export const AUDIT_KINDS = {
  'sign-in.succeeded': 'Logged in',
  'sign-in.failed': 'Login refused: wrong username or password',
  'sign-in.throttled': 'Login refused: too many attempts',
  'sign-in.passkey-refused': 'Login refused: passkey not accepted',
  'sign-in.ended': 'Logged out',
  'session.ended': 'Other session ended',
  'password.changed': 'Password changed',
  'password.set': 'Password set with a link',
  'second-factor.added': 'Two-step login added',
  'second-factor.removed': 'Two-step login removed',
  'second-factor.failed': 'Two-step login refused',
  'second-factor.recovery-used': 'Recovery code used',
  'second-factor.recovery-made': 'Recovery codes created',
  'token.made': 'Access token created',
  'token.ended': 'Access token ended',
  'person.invited': 'Person invited',
  'person.link': 'Link to set a password created',
  'person.renamed': 'Name changed',
  'person.role': 'Role changed',
  'person.deactivated': 'Person deactivated',
  'person.reactivated': 'Person reactivated',
  'person.withdrawn': 'Invitation withdrawn',
  'content.saved': 'Section published',
  'content.created': 'Entry created',
  'content.removed': 'Entry removed',
  'content.restored': 'Earlier version restored',
  'draft.saved': 'Draft saved',
  'draft.discarded': 'Draft discarded',
  'draft.moved': 'Draft moved',
  'approval.asked': 'Approval requested',
  'approval.given': 'Approved',
  'approval.refused': 'Draft sent back',
  'approval.withdrawn': 'Request for approval withdrawn',
  'release.made': 'Release created',
  'release.changed': 'Release changed',
  'release.scheduled': 'Release scheduled',
  'release.unscheduled': 'Release schedule cancelled',
  'release.published': 'Release published',
  'release.failed': 'Release not published',
  'release.undone': 'Release undone',
  'release.removed': 'Release deleted',
  'file.uploaded': 'File uploaded',
  'file.deleted': 'File deleted',
  'file.restored': 'File restored',
  'messages.exported': 'Messages exported',
  'messages.deleted': 'Messages deleted',
  'messages.handled': 'State, person or note of messages changed',
  'privacy.withdrawn': 'Message withdrawn by its sender',
  'privacy.exported': 'Data of a person exported',
  'privacy.affected': 'List of people affected exported',
  'privacy.sealed': 'Messages sealed',
  'privacy.unsealed': 'Seal of messages ended',
  'privacy.corrected': 'Message corrected',
  'privacy.erased': 'Messages erased',
  'privacy.requested': 'Request about personal data recorded',
  'privacy.answered': 'Request about personal data answered',
  'privacy.breach': 'Clock of a breach started',
  'privacy.breach-ended': 'Clock of a breach ended',
  'backup.downloaded': 'Backup downloaded',
  'backup.restored': 'Backup restored',
  'setting.changed': 'Setting changed',
  'housekeeping.removed': 'Removed by clean-up',
  'audit.exported': 'Audit log exported',
  'audit.mended': 'Audit log repaired after an interruption',
  'audit.lost': 'Events lost',
  'audit.cut': 'End of the audit log was missing',
  'site.started': 'Site started',
  'site.clock-confirmed': 'Date of the server confirmed',
} as const

export type AuditKind = keyof typeof AUDIT_KINDS

/** The groups of kinds, as filters. */
export const AUDIT_GROUPS = {
  'sign-in': 'Logins',
  session: 'Sessions',
  password: 'Passwords',
  'second-factor': 'Two-step login',
  token: 'Access for programs',
  person: 'People',
  content: 'Content',
  draft: 'Drafts',
  approval: 'Approval',
  release: 'Releases',
  file: 'Files',
  messages: 'Messages',
  privacy: 'Personal data',
  backup: 'Backups',
  setting: 'Settings',
  housekeeping: 'Automatic clean-up',
  audit: 'Audit log',
  site: 'Site',
} as const

/** An event to be recorded. Nothing in it may be secret: no password, no token, no text of a message. */
export interface AuditEvent {
  kind: AuditKind
  /** What it is about: a section, a file, a person's id. */
  about?: string | undefined
  /** More about it, in few words. */
  detail?: Readonly<Record<string, string | number | undefined>>
  /** Who caused it: `actorOf` of the author of a change. Undefined: the site itself. */
  actor: Actor | undefined
}

/** An event as the log stores it. */
export interface AuditEntry {
  /** Number of the event, from 1, without a gap. */
  n: number
  /** ISO 8601, UTC. */
  time: string
  /** One of AUDIT_KINDS, or one of a later release. */
  kind: string
  /** Undefined for a person who was not signed in, and for the site itself. */
  user?: { id: string; name: string } | undefined
  about?: string | undefined
  detail?: Record<string, string | number> | undefined
  address?: string | undefined
  /** The User-Agent header. */
  browser?: string | undefined
}

/** The label of a kind, for staff. Of an unknown kind, the kind itself. */
export function labelOfKind(kind: string): string {
  return isAuditKind(kind) ? AUDIT_KINDS[kind] : kind
}

function isAuditKind(kind: string): kind is AuditKind {
  return Object.hasOwn(AUDIT_KINDS, kind)
}
