import type { Person } from '#app/cms/people/manage-people.server.ts'
import { ROLE_TEXTS } from '#app/cms/people/roles.ts'
import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { currentSite } from '#app/cms/site.server.ts'

export const PEOPLE_PAGE = '/admin/people'

export type PersonRow = ReturnType<typeof toRow>

/** A link that was just made. It is shown only once, because only a hash of its token is stored. */
export interface ShownLink {
  url: string
  name: string
  expires: string
}

export function personHref(id: string) {
  return `${PEOPLE_PAGE}/${encodeURIComponent(id)}`
}

/** The link with a token to set a password, for the person with this name. */
export function shownLink(name: string, token: string, expiresAt: string): ShownLink {
  const url = new URL('/admin/set-password', currentSite().env.publicOrigin)
  url.searchParams.set('token', token)
  return { url: url.href, name, expires: formatTimeInSentence(expiresAt) }
}

/** A person as the screens show them to the person with `ownId`. */
export function toRow({ id, name, username, role, state, linkExpiresAt, hasSecondFactor }: Person, ownId: string) {
  const isExpired = linkExpiresAt !== undefined && Date.parse(linkExpiresAt) <= Date.now()
  return {
    id,
    href: personHref(id),
    name,
    username,
    role,
    roleLabel: ROLE_TEXTS[role].label,
    state,
    /** Undefined if the person has no unused link, or is deactivated. */
    link:
      linkExpiresAt === undefined || state === 'deactivated'
        ? undefined
        : { isExpired, when: formatTimeInSentence(linkExpiresAt) },
    hasSecondFactor,
    isYou: id === ownId,
  }
}
