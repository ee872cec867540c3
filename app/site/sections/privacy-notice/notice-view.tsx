import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { PRIVACY_PAGE } from '#app/site/addresses/privacy-address.ts'
import { DataTable } from '#app/site/ui/data-table.tsx'
import { TextWithContents, type ContentsPart } from '#app/site/sections/shared/text-with-contents.tsx'
import type { NoticeText } from './privacy-notice.ts'
import './notice-view.css'

type Item = Omit<NoticeText['items'][number], 'isOfSearches'>

/** The purposes in the order in which they first occur, each with what is needed for it. */
function byPurpose(items: readonly Item[]) {
  const purposes = [...new Set(items.map(({ purpose }) => purpose))]
  return purposes.map((purpose) => ({ purpose, items: items.filter((one) => one.purpose === purpose) }))
}

function Items({ items }: { items: readonly Item[] }) {
  return (
    <ul className="notice__items">
      {items.map(({ _id, item }) => (
        <li key={_id}>{item}</li>
      ))}
    </ul>
  )
}

interface NoticeViewProps {
  text: Pick<NoticeText, 'language' | 'itemsTitle' | 'parts'> & {
    items: readonly Item[]
  }
  version: number
  isCurrent: boolean
  /** Day of the version; undefined if it is not known. */
  since: string | undefined
  contact: { name: string; email: string }
  languages: readonly { language: string; name: string }[]
  others: readonly { version: number; since: string | undefined }[]
}

/** A privacy notice: the data item by item, its parts, the contact, and the other versions. */
export function NoticeView({ text, version, isCurrent, since, contact, languages, others }: NoticeViewProps) {
  const { language, itemsTitle, items, parts } = text
  const href = (query: Record<string, string>) => `${PRIVACY_PAGE}?${new URLSearchParams(query).toString()}`
  const ofVersion = isCurrent ? {} : { version: String(version) }
  const data: ContentsPart = { id: 'data', title: itemsTitle, language }
  const texts = parts.map(({ _id, title, text: said }) => ({ id: `part-${_id}`, title, language, said }))
  return (
    <div className="wrap notice">
      <TextWithContents parts={[data, ...texts, CONTACT, VERSIONS]}>
        <NoticePart part={data}>
          <DataTable
            caption={itemsTitle}
            columns={[
              { title: 'Purpose', cell: ({ purpose }) => purpose },
              { title: 'Data', cell: ({ items: ofPurpose }) => <Items items={ofPurpose} /> },
            ]}
            rows={byPurpose(items)}
            rowKey={({ purpose }) => purpose}
          />
        </NoticePart>
        {texts.map((part) => (
          <NoticePart key={part.id} part={part}>
            {part.said.split(/\n\s*\n/).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </NoticePart>
        ))}
        <NoticePart part={CONTACT}>
          <p>
            {contact.name}
            <br />
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
          </p>
        </NoticePart>
        <NoticePart part={VERSIONS}>
          <p>
            Version {version}
            {since !== undefined && `, since ${since}`}
          </p>
          {others.length > 0 && (
            <ul className="notice__others">
              {others.map((other) => (
                <li key={other.version}>
                  <Link to={href({ version: String(other.version) })}>
                    Version {other.version}
                    {other.since !== undefined && `, since ${other.since}`}
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {languages.length > 0 && (
            <ul className="notice__others">
              {languages.map((one) => (
                <li key={one.language}>
                  {one.language === language ? (
                    <span aria-current="true">{one.name}</span>
                  ) : (
                    <Link to={href({ ...ofVersion, language: one.language })}>{one.name}</Link>
                  )}
                </li>
              ))}
            </ul>
          )}
        </NoticePart>
      </TextWithContents>
    </div>
  )
}

const CONTACT: ContentsPart = { id: 'contact', title: 'Contact' }
const VERSIONS: ContentsPart = { id: 'versions', title: 'Versions' }

function NoticePart({ part: { id, title, language }, children }: { part: ContentsPart; children: ReactNode }) {
  return (
    <section id={id} lang={language} aria-labelledby={`${id}-label`}>
      <h2 id={`${id}-label`}>{title}</h2>
      {children}
    </section>
  )
}
