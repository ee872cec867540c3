import { ROOT_UID, ownerOfSite, type SiteOwner } from '#app/cms/storage/folders/folder-owner.server.ts'

/** The functions of `process` that read and set its user. Windows has none of them. */
export type UserOfProcess = Pick<NodeJS.Process, 'geteuid' | 'setgroups' | 'setgid' | 'setuid'>

/**
 * Lets a command of root continue as the user of the site, before it opens anything: a file that root makes in these
 * folders could not be read by the site. Returns that user, or undefined if this process keeps its own.
 */
export function continueAsOwner(dataDir: string, user: UserOfProcess = process): SiteOwner | undefined {
  if (user.geteuid?.() !== ROOT_UID) return undefined
  const owner = ownerOfSite(dataDir)
  if (owner === undefined || owner.uid === ROOT_UID) return undefined
  user.setgroups?.([owner.gid])
  user.setgid?.(owner.gid)
  user.setuid?.(owner.uid)
  return owner
}

/** What to add to the failure of a command that was not permitted to open a file; empty for other failures. */
export function ownerHint(failure: string, dataDir: string, user: UserOfProcess = process): string {
  if (!/\b(?:EACCES|EPERM)\b/.test(failure)) return ''
  const owner = ownerOfSite(dataDir)
  const uid = user.geteuid?.()
  if (owner === undefined || uid === undefined) return ''
  return uid === owner.uid
    ? `This command runs as user ${uid}, whom ${owner.by} belongs to. That user needs permission for the file: correct it with chown or chmod, or choose a folder that this user may use.\n`
    : `This command runs as user ${uid}, and ${owner.by} belongs to user ${owner.uid}. Run the command as that user, or as root.\n`
}
