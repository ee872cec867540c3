import type { ReactNode } from 'react'
import type { Difference } from '#app/cms/content/compare/content-differences.ts'
import { DocumentLink, Thumbnail } from '#app/cms/editing/files/stored-files.tsx'
import type { Mark } from '#app/cms/content/compare/mark-words.ts'
import { Link } from '@remix-run/react'
import { countOf } from '#app/cms/platform/format/words.ts'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { ImagesProvider } from '#app/cms/media/picture.tsx'

/** A difference with its words marked, as the page shows it. A side is undefined if the entry is not in its list. */
export interface ShownDifference {
  label: string
  kind: Difference['kind']
  before: ShownValue | undefined
  after: ShownValue | undefined
}

export type ShownValue =
  | { kind: 'text'; marks: Mark[] }
  | { kind: 'image' | 'file'; file: string }
  | { kind: 'entry'; fields: { label: string; value: ShownValue }[] }

interface DifferenceListProps {
  differences: readonly ShownDifference[]
  /** The headings of the two sides. */
  before: ReactNode
  after: ReactNode
  /** The names of the sides in each field, for narrow screens. */
  names: Record<Side, string>
  /** File names of the images that exist. */
  images: ReadonlySet<string>
}

/** Two states of a content side by side, field by field. */
export function DifferenceList({ differences, before, after, names, images }: DifferenceListProps) {
  return (
    <div className="diff">
      <div className="diff__heads">
        <div>{before}</div>
        <div>{after}</div>
      </div>
      <ol>
        {differences.map((difference, at) => (
          <li key={at}>
            <h3>{difference.label}</h3>
            <dl>
              <div className="diff__before">
                <dt>{names.before}</dt>
                <dd>
                  <SideOf difference={difference} side="before" images={images} />
                </dd>
              </div>
              <div className="diff__after">
                <dt>{names.after}</dt>
                <dd>
                  <SideOf difference={difference} side="after" images={images} />
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ol>
    </div>
  )
}

type Side = 'before' | 'after'

function SideOf({
  difference,
  side,
  images,
}: {
  difference: ShownDifference
  side: Side
  images: ReadonlySet<string>
}) {
  const value = difference[side]
  if (value) return <Value value={value} side={side} images={images} />
  return <span className="diff__none">{side === 'before' ? 'Not in the list yet' : 'No longer in the list'}</span>
}

function Value({ value, side, images }: { value: ShownValue; side: Side; images: ReadonlySet<string> }) {
  if (value.kind === 'entry') {
    return (
      <dl className="diff__entry">
        {value.fields.map(({ label, value: field }, at) => (
          <div key={at}>
            <dt>{label}</dt>
            <dd>
              <Value value={field} side={side} images={images} />
            </dd>
          </div>
        ))}
      </dl>
    )
  }
  if (value.kind === 'text') return <MarkedText marks={value.marks} side={side} />
  if (value.file === '') return <Empty />
  return value.kind === 'image' ? (
    <Image file={value.file} exists={images.has(value.file)} />
  ) : (
    <DocumentLink href={value.file} />
  )
}

function MarkedText({ marks, side }: { marks: readonly Mark[]; side: Side }) {
  if (marks.length === 0) return <Empty />
  const Changed = side === 'before' ? 'del' : 'ins'
  return (
    <p className="diff__text">
      {marks.map(({ kind, text }, at) => {
        if (kind === 'same') return text
        if (kind === 'changed') return <Changed key={at}>{text}</Changed>
        return (
          <span className="diff__skipped" key={at}>
            …<span className="visually-hidden"> unchanged text left out </span>
          </span>
        )
      })}
    </p>
  )
}

function Image({ file, exists }: { file: string; exists: boolean }) {
  return (
    <figure className="diff__figure">
      {exists && <Thumbnail className="diff__image" file={file} width={240} />}
      <figcaption>
        {file} {!exists && <span className="chip chip--bad">File missing</span>}
      </figcaption>
    </figure>
  )
}

function Empty() {
  return <span className="diff__none">Empty</span>
}

interface DraftHeadProps {
  title: string
  section: { href: string; previewHref: string }
  count: number
  /** What the differences belong to: `this draft`. */
  of: string
  by: string
  when: string
  /** Names of the other people who have changed it. */
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
      {countOf(count, 'difference')} between the published version and {of}. Saved by {by}, {when}.
      {others && ` Changed before by ${others}.`}
    </PageHead>
  )
}

interface DraftDifferencesProps {
  count: number
  /** True if something else was published in the section since, and the draft can be merged with it. */
  isMerged: boolean
  shown: readonly ShownDifference[]
  /** The number of differences that are not shown. */
  hidden: number
  images: Parameters<typeof ImagesProvider>[0]['images']
  documents: Parameters<typeof DocumentsProvider>[0]['documents']
  /** Heading of the side of the draft. */
  after: string
  /** Address of the page with all of them, if this one shows other drafts too. */
  allHref?: string
}

/** What a draft changes, field by field. */
export function DraftDifferences(props: DraftDifferencesProps) {
  const { count, isMerged, shown, hidden, images, documents, after, allHref } = props
  if (count === 0) return <p className="calm">This draft is the same as the published version.</p>
  const before = isMerged ? 'Published before' : 'Published now'
  return (
    <ImagesProvider images={images}>
      <DocumentsProvider documents={documents}>
        {allHref === undefined && <h2 className="visually-hidden">Differences</h2>}
        {isMerged && (
          <p className="hint">
            Other fields of this section were published after the draft was saved. These changes are kept.
          </p>
        )}
        {shown.length > 0 && (
          <DifferenceList
            differences={shown}
            before={before}
            after={after}
            names={{ before, after }}
            images={new Set(Object.keys(images))}
          />
        )}
        {hidden > 0 && (
          <p className="field__help">
            {countOf(hidden, 'further difference')} not shown.{' '}
            {allHref !== undefined && <Link to={allHref}>Show all of this section</Link>}
          </p>
        )}
      </DocumentsProvider>
    </ImagesProvider>
  )
}
