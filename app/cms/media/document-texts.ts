import type { ContentReader } from '#app/cms/define/content-reader.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'
import type { DocumentIndex } from './library/document-info-index.server.ts'

type TextSource = Pick<DocumentIndex, 'textsOf' | 'subscribeToTexts'>

/** The texts of the public PDFs of a site, for what is computed from its content. */
export interface DocumentTexts {
  /** The texts of a PDF, by its path below the uploads folder; none before it is read. */
  textsOf: (file: string) => readonly string[]
  /** Calls `listener` after each change of the texts. */
  subscribe: (listener: () => void) => void
  /** Called once, when the files of the site are open. */
  connect: (index: TextSource) => void
}

const NO_TEXTS: readonly string[] = []

/** By content: each site has its own. */
const known = new WeakMap<ContentReader, DocumentTexts>()

/** The texts of the PDFs of the site that has this content. */
export function documentTextsOf(content: ContentReader): DocumentTexts {
  const found = known.get(content)
  if (found) return found
  const listeners = new Listeners()
  let source: TextSource | undefined
  const texts: DocumentTexts = {
    textsOf: (file) => source?.textsOf(file) ?? NO_TEXTS,
    subscribe: listeners.subscribe,
    connect(index) {
      source = index
      index.subscribeToTexts(() => {
        listeners.announce()
      })
      listeners.announce()
    },
  }
  known.set(content, texts)
  return texts
}
