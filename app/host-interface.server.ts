import { visitorKey } from '#app/platform/visitor-key.ts'
import { serveFile, isFileAddress } from '#app/media/serving/file-response.server.ts'
import type { FileRequest } from './media/serving/file-conditions.ts'
import { log } from './platform/log.server.ts'
import type { Site } from './site.server.ts'
import { openPublicDocuments } from './site/layout/public-documents.server.ts'

/** What the production host needs of the app beside its pages. The host reaches it through the server build's entry. */
export function hostInterfaceOf(site: Site) {
  const { env, health, auth, content, media } = site
  return {
    env,
    log,
    health,
    /** Makes the first account where there is none; answers its random password, which is shown once. */
    ensureAdministrator: () => auth.account.ensureAdministrator(env),
    isSignedIn: auth.isSignedIn,
    visitorKey,
    startBackgroundWork: site.startBackgroundWork,
    publicDocuments: openPublicDocuments(site),
    isFileAddress,
    serveFile: (pathname: string, request: FileRequest) => serveFile(media, pathname, request),
    /** Calls `listener` whenever what visitors see has changed, before the change is acknowledged. Returns its undo. */
    onContentChange(listener: () => void) {
      const undo = [content, media.documents, media.library].map((source) => source.subscribe(listener))
      return () => {
        for (const unsubscribe of undo) unsubscribe()
      }
    },
    close: site.close,
  }
}
