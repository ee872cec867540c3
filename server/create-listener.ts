import type { RequestListener } from 'node:http'
import type { AnswerSource } from './cache/answer-source.ts'
import { createApp, type AppParts } from './create-app.ts'
import { createFront } from './cache/front.ts'
import { countHits } from './middleware/hit-counter.ts'
import type { HostInterface } from './host-interface.ts'
import { hostNames } from './middleware/host-names.ts'
import { startCacheWarmer } from './cache/cache-warmer.ts'
import { createCacheLookup } from './cache/cache-lookup.ts'
import { PlainConnections } from './fast-path/plain-connections.ts'
import { publicAnswers } from './cache/public-answers.ts'
import { boundRests } from './middleware/request-body.ts'
import type { Handle } from './cache/render-document.ts'
import { safetyHeaders } from './middleware/security-headers.ts'
import { keptStaticFiles } from './middleware/static-files.ts'

export interface ListenerParts extends Omit<AppParts, 'requestOrigin' | 'isSignedIn' | 'visitorKey'> {
  host: Pick<
    HostInterface,
    'publicDocuments' | 'isFileAddress' | 'answerFileAddress' | 'onContentChange' | 'isSignedIn' | 'visitorKey'
  >
  /** The Remix app as a function, for what is kept. */
  handle: Handle
  allowedHosts: readonly string[]
}

export interface HostListener {
  listener: RequestListener
  /** Answers before the listener what is kept in memory. */
  connections: PlainConnections
  /** Makes the public pages ready behind the first requests. Resolves when they are. */
  warm: () => Promise<void>
  /** Ends what goes on behind the requests. */
  stop: () => void
}

/** All that answers requests: memory and files first, then Express and the app. */
export function createListener(parts: ListenerParts): HostListener {
  const { host, publicOrigin, log } = parts
  const headers = safetyHeaders(publicOrigin)
  const requestOrigin = hostNames(parts)
  const statics = keptStaticFiles(parts, { origin: publicOrigin, headers })
  const { documents, pictures, unknown } = publicAnswers({
    host,
    handle: parts.handle,
    origin: publicOrigin,
    headers,
    isOwn: (target) => isHostAddress(target, statics),
  })
  const hits = countHits(log)
  const warmth = startCacheWarmer({ documents, addresses: () => host.publicDocuments.addresses(), log })
  const stopListening = host.onContentChange(() => {
    warmth.drop()
    pictures.cache.drop()
  })
  const find = createCacheLookup({
    sources: [documents, statics, pictures, unknown],
    requestOrigin,
    readiness: parts.readiness,
  })
  const rest = createApp({ ...parts, requestOrigin, isSignedIn: host.isSignedIn, visitorKey: host.visitorKey })
  return {
    listener: boundRests(parts.limits, createFront({ ...parts, find, files: host, rest, headers, hits })),
    connections: new PlainConnections({ find, limits: parts.limits, hits, log }),
    warm: () => warmth.start(),
    stop() {
      stopListening()
      warmth.stop()
      hits.stop()
    },
  }
}

/** What the host answers itself and the app does not know: its files, also where their names are escaped, and its state. */
function isHostAddress(target: string, statics: AnswerSource) {
  const [path = ''] = target.split('?', 1)
  if (/^\/(?:assets|healthz|readyz)(?:\/|$)/.test(path)) return true
  try {
    return statics.addressOf(decodeURIComponent(path)) !== undefined
  } catch {
    return true
  }
}
