import { env } from '#app/platform/env.server.ts'
import { log } from '#app/platform/log.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { DocumentInfo } from '#app/media/documents/document-row-info.tsx'
import { openDocumentIndex } from './document-info-index.server.ts'
import { fileAt } from '#app/media/serving/file-address.ts'
import { collectStrings } from './collect-strings.ts'

/** The site's documents and films. Awaited while the server starts, so that loaders find every document from the first request on. */
export const documentIndex = await singleton('documents', () =>
  openDocumentIndex({
    uploadsDir: env.uploadsDir,
    onProblem: (message, cause) => log.warn({ err: cause }, message),
  }),
)

/**
 * Size and date of every PDF of ours whose address (`/uploads/reports/x.pdf`, `/policies/x.pdf`) is a text anywhere in
 * `content`, by that address. What page loaders hand to `DocumentsProvider`.
 */
export function documentsIn(
  content: unknown,
  index: { find: (file: string) => DocumentInfo | undefined } = documentIndex,
): Record<string, DocumentInfo> {
  const documents = new Map<string, DocumentInfo>()
  for (const text of collectStrings(content)) {
    const file = fileAt(text)
    const found = file !== undefined && index.find(file)
    if (found) documents.set(text, found)
  }
  return Object.fromEntries(documents)
}
