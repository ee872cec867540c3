import path from 'node:path'
import type { RequestHandler } from 'express'
import type { HostInterface } from '#app/cms/host-interface.ts'
import { sendError } from './send-error.ts'
import { BROTLI, SHARED_MAX_AGE, TYPES, YEAR } from './static-files.ts'

/**
 * Serves `/assets/…` that this build does not have: pages that a browser has loaded before an update request files of
 * the earlier build, and during an update other processes serve pages of the next one. 404 if no build had the file.
 */
export function earlierAssets(host: Pick<HostInterface, 'builtFiles' | 'sharedCacheHeaders'>): RequestHandler {
  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const name = request.path.slice(1)
    const type = TYPES[path.extname(name)]
    const send = async () => {
      const file = isRead && type !== undefined ? await host.builtFiles.read(name) : undefined
      if (!file || type === undefined) {
        sendError(response, 404, 'Not found.')
        return
      }
      const isBrotli = request.acceptsEncodings('br') === 'br'
      const compressed = isBrotli ? await host.builtFiles.read(name + BROTLI) : undefined
      for (const header of host.sharedCacheHeaders(SHARED_MAX_AGE)) response.setHeader(...header)
      response.set({ 'Content-Type': type, 'Cache-Control': YEAR, Vary: 'Accept-Encoding' })
      if (compressed) response.set('Content-Encoding', 'br')
      response.send(compressed ?? file)
    }
    send().catch(next)
  }
}
