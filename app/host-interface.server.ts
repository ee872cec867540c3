import { visitorKey } from '#app/platform/visitor-key.ts'
import { serveFile, isFileAddress } from '#app/media/serving/file-response.server.ts'
import type { FileRequest } from './media/serving/file-conditions.ts'
import { log } from './platform/log.server.ts'
import type { Site } from './site.server.ts'
import { openPublicDocuments, respondForSharedCaches } from './site/layout/public-documents.server.ts'

/** What the production host needs of the app beside its pages. The host gets it from the entry of the server build. */
export function hostInterfaceOf(site: Site) {
  const { env, health, auth, content, media } = site
  return {
    env,
    log,
    health,
    /** Creates the first account if there is none. Returns its random password, which is shown once. */
    ensureAdministrator: () => auth.accounts.ensureAdministrator(env),
    isSignedIn: auth.isSignedIn,
    visitorKey,
    startBackgroundWork: site.startBackgroundWork,
    publicDocuments: {
      ...openPublicDocuments(site),
      forSharedCaches: (address: string, respond: () => Promise<Response>) =>
        respondForSharedCaches(site, address, respond),
    },
    isFileAddress,
    serveFile: (pathname: string, request: FileRequest) =>
      serveFile(media, pathname, request, () => auth.isStaff(request.header('cookie'))),
    /** Calls `listener` when the content of public pages has changed, before the change is acknowledged. Returns a function that removes it. */
    onContentChange(listener: () => void) {
      const undo = [content, media.documents, media.library].map((source) => source.subscribe(listener))
      return () => {
        for (const unsubscribe of undo) unsubscribe()
      }
    },
    endStreams: site.presence.close,
    close: site.close,
  }
}
