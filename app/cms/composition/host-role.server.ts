import { ALL_VISIBILITIES } from '#app/cms/api/content/entries-endpoint.server.ts'
import { isConfirmedAddress, isFileAddress } from '#app/cms/media/serving/serve-file.server.ts'
import { openBuiltFiles, type BuiltFiles } from '#app/cms/operations/built-files/built-files.server.ts'
import type { Env } from '#app/cms/platform/env.server.ts'
import { decodePathname, parseUrl } from '#app/cms/platform/http/parse-url.ts'
import { log } from '#app/cms/platform/log.server.ts'
import type { Site } from '#app/cms/site.server.ts'
import { DATA_MISSING } from '#app/cms/storage/folders/missing-data-folder.server.ts'
import { isLagging } from '#app/cms/storage/lag-watch.server.ts'
import { sharedShelf } from '#app/cms/storage/shared-shelf.server.ts'
import type { HostRole } from './host-role.ts'
import type { RunningSite } from './running-site.server.ts'

/** Tells the host which process of the site writes. `isForEverybody`: visitors get that file without a confirmation. */
export function hostRoleOf(running: RunningSite<Site>, isForEverybody: (pathname: string) => boolean): HostRole {
  const site = () => running.current()
  const { env } = site()

  /** True for a file that is not for everybody, requested with a cookie that may be the session of a person of the staff. */
  function isForStaff(target: string, cookie = '') {
    if (!cookie.includes(`${site().auth.sessions.cookieName}=`)) return false
    const { pathname } = parseUrl(`http://host${target}`) ?? {}
    return pathname !== undefined && isFileAddress(pathname) && !isForEverybody(pathname)
  }

  /** True for what visitors send to get a file after a confirmation. It changes nothing. */
  function isConfirmation(method: string, target: string) {
    const { fixed, confirmation } = site().definition.fileRules ?? {}
    const { pathname } = (confirmation && parseUrl(`http://host${target}`)) ?? {}
    if (!fixed || pathname === undefined) return false
    return isConfirmedAddress(pathname) || (method === 'POST' && pathname.startsWith(`${fixed.below}/`))
  }

  return {
    // A writer that is not the one that writes now, or that cannot finish a restore, only reads.
    role: () => (running.isWriter() ? 'writer' : env.role === 'writer' ? 'reader' : env.role),
    isShared: env.store !== undefined || env.role !== 'writer',
    release: () => running.release(),
    isForWriter: (method, target, cookie) =>
      isConfirmation(method, target)
        ? !site().confirmedFiles.isReady()
        : isForWriter(method, target) || isForStaff(target, cookie),
    isCurrent: () => !isLagging(site().storage),
    readOnlyReason: () =>
      site().isReader &&
      site()
        .health.problems()
        .some(({ id }) => id === DATA_MISSING)
        ? NO_DATA_FOLDER
        : undefined,
  }
}

/** Opens the files of the builds that the processes of the site have. On a shared folder readers do not tidy them. */
export function openBuiltFilesOf(env: Env): BuiltFiles {
  return openBuiltFiles({ shelf: sharedShelf(env), mayTidy: env.role !== 'reader' || env.store !== undefined, log })
}

const NO_DATA_FOLDER =
  'The data folder of the server is missing, so logging in and saving are not possible. The log of the server says what to do.'

/** True for requests that only the writer handles: the administrator area, changes, and the staff part of the API. */
function isForWriter(method: string, target: string): boolean {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) return true
  const url = parseUrl(`http://host${target}`)
  if (url === undefined) return false
  const pathname = decodePathname(url.pathname)
  if (/^\/+(?:admin(?:[/.]|$)|api\/(?:auth|drafts|releases)(?:\/|$))/.test(pathname)) return true
  const { name, value } = ALL_VISIBILITIES
  return /^\/+api\//.test(pathname) && url.searchParams.get(name) === value
}
