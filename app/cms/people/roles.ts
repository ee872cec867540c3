/** From the least rights to the most: each role has all rights of the roles before it. */
export const ROLES = ['editor', 'publisher', 'administrator'] as const

export type Role = (typeof ROLES)[number]

/** The texts about each role that staff see. */
export const ROLE_TEXTS: Record<Role, { label: string; may: string }> = {
  editor: { label: 'Editor', may: 'Sees all content and saves drafts of sections. Cannot publish.' },
  publisher: { label: 'Publisher', may: 'Publishes content and files, and reads the inbox.' },
  administrator: { label: 'Administrator', may: 'Also manages people and backups.' },
}

/** True if `role` has the rights of the role `needed`. */
export function hasRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

/** The role with fewer rights. */
export function lowerRole(one: Role, other: Role): Role {
  return hasRole(one, other) ? other : one
}
