import { Link } from '@remix-run/react'
import { countOf } from '#app/editing/ui/format.ts'
import { PageHead } from '#app/editing/ui/page-head.tsx'
import { DocumentsProvider } from '#app/media/documents/document-row-info.tsx'
import { ImagesProvider } from '#app/media/pictures/picture.tsx'
import { DifferenceList, type ShownDifference } from './difference-list.tsx'

interface DraftHeadProps {
  title: string
  section: { href: string; previewHref: string }
  count: number
  /** What the differences belong to: `this draft`. */
  of: string
  by: string
  when: string
  /** Who else has changed it. */
  others: string | undefined
}

/** Head of a page that shows what a draft changes, with links to the preview and the editor. */
export function DraftHead({ title, section, count, of, by, when, others }: DraftHeadProps) {
  return (
    <PageHead
      title={title}
      action={
        <div className="head__actions">
          <a className="btn" href={section.previewHref} target="_blank" rel="noopener">
            Preview<span className="visually-hidden"> (opens in a new tab)</span>
          </a>
          <Link className="btn" to={section.href}>
            Edit the draft
          </Link>
        </div>
      }
    >
      {countOf(count, 'difference')} between what is published now and {of}. Saved by {by}, {when}.
      {others && ` Changed before by ${others}.`}
    </PageHead>
  )
}

interface DraftDifferencesProps {
  count: number
  shown: readonly ShownDifference[]
  /** How many more there are. */
  hidden: number
  images: Parameters<typeof ImagesProvider>[0]['images']
  documents: Parameters<typeof DocumentsProvider>[0]['documents']
  /** Words for the side of the draft. */
  after: string
}

const BEFORE = 'Published now'

/** What a draft changes in what is published now, field by field. */
export function DraftDifferences({ count, shown, hidden, images, documents, after }: DraftDifferencesProps) {
  if (count === 0) return <p className="calm">This draft says what is published already.</p>
  return (
    <ImagesProvider images={images}>
      <DocumentsProvider documents={documents}>
        <h2 className="visually-hidden">Differences</h2>
        <DifferenceList
          differences={shown}
          before={BEFORE}
          after={after}
          names={{ before: BEFORE, after }}
          images={new Set(Object.keys(images))}
        />
        {hidden > 0 && <p className="field__help">{countOf(hidden, 'further difference')} not shown.</p>}
      </DocumentsProvider>
    </ImagesProvider>
  )
}
