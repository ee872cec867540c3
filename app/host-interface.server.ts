import { ensureAdministrator } from './auth/account.server.ts'
import { isSignedIn } from './auth/guard/is-signed-in.server.ts'
import { watchAccount } from './auth/standing-account.server.ts'
import { trustOpenSessions } from './auth/verify-login.server.ts'
import { env } from './platform/env.server.ts'
import { health } from './platform/health.server.ts'
import { visitorKey } from './http/visitor-key.ts'
import { inbox } from './inbox/inbox.server.ts'
import { log } from './platform/log.server.ts'
import { serveFile, isFileAddress } from './media/serving/address-answer.server.ts'
import { documentIndex } from './media/library/document-info.server.ts'
import { resolveImages } from './media/library/resolve-images.server.ts'
import { mediaLibrary } from './media/library/media-library.server.ts'
import { publicDocuments } from './site/layout/public-documents.server.ts'
import { sections } from './sections/definitions.ts'
import { siteContent } from './sections/site-content.server.ts'
import { siteFolders } from './platform/site-folders.server.ts'

/** Ends the look at the account file, once that has begun. */
let stopWatching: (() => void) | undefined

/** What the production host needs of the app beside its pages. The host reaches it through the server build's entry. */
export const hostInterface = {
  env,
  log,
  health,
  /** Makes the first account where there is none; answers its random password, which is shown once. */
  ensureAdministrator: () => ensureAdministrator(env),
  isSignedIn,
  visitorKey,
  /**
   * What goes on behind the requests, once they are answered: the folders are tidied and looked at, images are made ready in
   * the order visitors meet them, and messages that still wait for their mail are sent.
   */
  startBackgroundWork() {
    siteFolders.start()
    inbox.startOutbox().catch((err: unknown) => {
      log.error({ err }, 'Messages that wait for their mail could not be read')
    })
    stopWatching = watchAccount()
    trustOpenSessions().catch((err: unknown) => {
      log.error({ err }, 'Sessions could not be read')
    })
    const onPages = sections.flatMap((section) => Object.keys(resolveImages(siteContent.find(section)?.value)))
    mediaLibrary.warm(new Set([...onPages, ...mediaLibrary.list().map(({ file }) => file)]))
  },
  publicDocuments,
  isFileAddress,
  serveFile,
  /** Calls `listener` whenever what visitors see has changed, before the change is acknowledged. Returns its undo. */
  onContentChange(listener: () => void) {
    const undo = [siteContent, documentIndex, mediaLibrary].map((source) => source.subscribe(listener))
    return () => {
      for (const unsubscribe of undo) unsubscribe()
    }
  },
  /** Finishes running writes and frees the folders. */
  async close() {
    stopWatching?.()
    const closed = await Promise.allSettled([
      mediaLibrary.close(),
      documentIndex.close(),
      inbox.close(),
      siteFolders.close(),
    ])
    // Last: it gives up the lock that the others write under.
    await siteContent.close()
    for (const part of closed) if (part.status === 'rejected') throw part.reason
  },
}
