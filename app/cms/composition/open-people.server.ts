import type { AuditKind } from '#app/cms/people/audit/audit-event.ts'
import { openAuth, type Auth } from '#app/cms/people/auth.server.ts'
import { openPresence, type Presence } from '#app/cms/people/presence/editor-presence.server.ts'
import { noteOperation } from '#app/cms/platform/operations.server.ts'
import type { SiteBase } from './open-base.server.ts'

/** Opens the accounts of staff with their sessions, and the list of who is editing what. */
export function openPeople({ storage, env, health, audit, opened }: SiteBase): { auth: Auth; presence: Presence } {
  const presence = openPresence()
  opened.defer(() => {
    presence.close()
  })
  const auth = openAuth({
    storage,
    publicOrigin: env.publicOrigin,
    health,
    record: (event) => {
      const reason = signInRefusal(event.kind)
      if (reason !== undefined) noteOperation({ kind: 'sign-in-refused', reason })
      audit.record(event)
    },
  })
  opened.defer(() => auth.close())
  auth.sessions.subscribeToEnds(presence.endSession)
  return { auth, presence }
}

/** Why a sign-in attempt was refused; undefined for other events. */
function signInRefusal(kind: AuditKind): string | undefined {
  if (kind === 'second-factor.failed') return 'second-factor'
  return /^sign-in\.(failed|throttled|passkey-refused)$/.exec(kind)?.[1]
}
