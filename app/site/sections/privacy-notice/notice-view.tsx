import { Link } from '@remix-run/react'
import { PRIVACY_PAGE } from '#app/site/addresses/privacy-address.ts'
import { DataTable } from '#app/site/ui/data-table.tsx'
import { DefinitionRow, DefinitionRows } from '#app/site/ui/definition-rows.tsx'
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
  return (
    <div className="notice">
      <DefinitionRows>
        <div lang={language}>
          <DefinitionRow id="data" label={itemsTitle}>
            <DataTable
              caption={itemsTitle}
              columns={[
                { title: 'Purpose', cell: ({ purpose }) => purpose },
                { title: 'Data', cell: ({ items: ofPurpose }) => <Items items={ofPurpose} /> },
              ]}
              rows={byPurpose(items)}
              rowKey={({ purpose }) => purpose}
            />
          </DefinitionRow>
          {parts.map(({ _id, title, text: said }) => (
            <DefinitionRow key={_id} id={`part-${_id}`} label={title}>
              {said.split(/\n\s*\n/).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </DefinitionRow>
          ))}
        </div>
        <DefinitionRow id="contact" label="Contact">
          <p>{contact.name}</p>
          <p>
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
          </p>
        </DefinitionRow>
        <DefinitionRow id="versions" label="Versions">
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
        </DefinitionRow>
      </DefinitionRows>
    </div>
  )
}
