import type { DocumentInfo } from '#app/media/documents/document-row-info.tsx'
import { fileAt } from '#app/media/serving/file-address.ts'
import { collectStrings } from './collect-strings.ts'

/**
 * Size and date of every PDF of ours whose address (`/uploads/reports/x.pdf`, `/policies/x.pdf`) is a text anywhere in
 * `content`, by that address. What page loaders hand to `DocumentsProvider`.
 */
export function documentsIn(
  content: unknown,
  index: { find: (file: string) => DocumentInfo | undefined },
): Record<string, DocumentInfo> {
  const documents = new Map<string, DocumentInfo>()
  for (const text of collectStrings(content)) {
    const file = fileAt(text)
    const found = file !== undefined && index.find(file)
    if (found) documents.set(text, found)
  }
  return Object.fromEntries(documents)
}
