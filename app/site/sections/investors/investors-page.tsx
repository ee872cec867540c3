import type { ReactNode } from 'react'
import { bindLastWords, Multiline } from '#app/site/ui/text.tsx'
import { ContentLink, PhoneLink } from '#app/cms/ui/content-link.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { useDocumentInfo } from '#app/cms/media/document-info.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { DocumentRow, DocumentPageRow } from '#app/site/sections/shared/document-row.tsx'
import { Disclosure } from '#app/site/ui/disclosure.tsx'
import { Portrait } from '#app/site/sections/shared/portrait.tsx'
import type { Reports } from '#app/site/sections/reports/reports.ts'
import { withYear } from './newest-documents.ts'
import type { Investors } from './investors.ts'
import type { Management } from './management.ts'
import type { Financials } from './financials.ts'
import type { Governance } from './governance.ts'
import './investors-page.css'

export function ManagementDisclosure({ management }: { management: Management | undefined }) {
  if (!management) return null
  const { directors, committees } = management
  return (
    <Disclosure id="management" title="Management" meta={counted(directors.length, 'director')}>
      <ul className="board">
        {directors.map(({ _id, name, title, image }) => (
          <li key={_id}>
            <Portrait file={image} name={name} sizes="4.5rem" />
            <div>
              <h3>{name}</h3>
              <p>{bindLastWords(title)}</p>
            </div>
          </li>
        ))}
      </ul>
      <ul className="docs">
        <DocumentRow href={committees.fileUrl} title={committees.title} />
      </ul>
    </Disclosure>
  )
}

interface FinancialResultsProps {
  financials: { results: ListedDocument[] } | undefined
}

export function FinancialResultsDisclosure({ financials }: FinancialResultsProps) {
  if (!financials) return null
  return (
    <Disclosure id="financial-results" title="Financial results" meta={counted(financials.results.length, 'document')}>
      <DocumentList documents={financials.results} />
    </Disclosure>
  )
}

type ShownInvestors = Omit<Investors, 'contacts'> & {
  contacts: Omit<Investors['contacts'][number], 'answersQueries'>[]
}

export function InvestorGrievanceDisclosure({ investors }: { investors: ShownInvestors | undefined }) {
  if (!investors) return null
  const { contacts } = investors
  return (
    <Disclosure id="investor-grievance" title="Investor Grievance" meta={counted(contacts.length, 'contact')}>
      <div className="people">
        {contacts.map(({ _id, title, name, address, phone, email }) => (
          <section key={_id}>
            <h3>{title}</h3>
            <p className="people__name">{name}</p>
            <address>
              <Multiline text={address} />
            </address>
            <p>
              <PhoneLink number={phone} />
              <br />
              <a href={`mailto:${email}`}>{email}</a>
            </p>
          </section>
        ))}
      </div>
      <ComplaintLinks investors={investors} />
    </Disclosure>
  )
}

/** Where shareholders can complain if the company and its registrar do not help, in the order that SEBI gives. */
function ComplaintLinks({ investors: { scoresLink, smartOdrLink, iepfLink } }: { investors: ShownInvestors }) {
  const links = [
    { link: scoresLink, text: 'SCORES, the complaints system of SEBI' },
    { link: smartOdrLink, text: 'SMART ODR, online resolution of disputes' },
    { link: iepfLink, text: 'Investor Education and Protection Fund' },
  ].filter(({ link }) => link !== '')
  if (links.length === 0) return null
  return (
    <ul className="complaints">
      {links.map(({ link, text }) => (
        <li key={text}>
          <ContentLink to={link}>{text}</ContentLink>
        </li>
      ))}
    </ul>
  )
}

/** Number of the newest annual reports that are shown here. The list of reports has all of them. */
const LATEST = 3

interface FinancialHighlightsProps {
  reports: Reports | undefined
  financials: Omit<Financials, 'results'> | undefined
}

export function FinancialHighlightsDisclosure({ reports, financials }: FinancialHighlightsProps) {
  const latest = reports?.reports.slice(0, LATEST) ?? []
  const { annualReturns = [], materialCreditors = [], groupCompanies = [] } = financials ?? {}
  const count = latest.length + annualReturns.length + materialCreditors.length + groupCompanies.length
  return (
    <Disclosure id="financial-highlights" title="Financial Highlights" meta={counted(count, 'document')}>
      <Part title="Annual Reports">
        <DocumentList documents={latest.map(withYear)} />
        {reports && reports.reports.length > latest.length && (
          <p className="sub__more">
            <a href="#reports">
              All annual reports <Icon name="down" />
            </a>
          </p>
        )}
      </Part>
      <Part title="Annual Returns (MGT 7)">
        <DocumentList documents={annualReturns.map(withYear)} />
      </Part>
      <Part title="Material Creditors">
        <DocumentList
          documents={materialCreditors}
          empty="No list of material creditors is published here yet. It will be published here once the board has approved it."
        />
      </Part>
      <Part title="Financial Statements of Group Companies">
        <DocumentList documents={groupCompanies.map(withYear)} />
      </Part>
    </Disclosure>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sub">
      <h3>{title}</h3>
      <div>{children}</div>
    </section>
  )
}

export function OfferDocumentsDisclosure({ investors }: { investors: Pick<Investors, 'offerDocuments'> | undefined }) {
  if (!investors) return null
  const { offerDocuments } = investors
  return (
    <Disclosure id="offer-documents" title="Offer Documents" meta={counted(offerDocuments.length, 'document')}>
      {offerDocuments.length === 0 ? (
        <NothingPublished />
      ) : (
        <ul className="docs">
          {offerDocuments.map(({ _id, title, date, link }) => (
            <DocumentPageRow key={_id} to={link} title={title} date={date} />
          ))}
        </ul>
      )}
    </Disclosure>
  )
}

export function MaterialContractsDisclosure({ financials }: { financials: Omit<Financials, 'results'> | undefined }) {
  const contracts = financials?.materialContracts ?? []
  return (
    <Disclosure id="material-contracts" title="Material Contracts" meta={counted(contracts.length, 'document')}>
      <DocumentList
        documents={contracts}
        empty="No material contracts are published here yet. They will be listed once they are open for inspection."
      />
    </Disclosure>
  )
}

export function GovernanceDisclosure({ governance }: { governance: Governance | undefined }) {
  if (!governance) return null
  const { policies } = governance
  return (
    <Disclosure id="governance" title="Governance" meta={counted(policies.length, 'policy', 'policies')}>
      {policies.length === 0 ? (
        <NothingPublished />
      ) : (
        <ol className="policies">
          {policies.map((policy, index) => (
            <PolicyRow key={policy._id} {...policy} number={index + 1} />
          ))}
        </ol>
      )}
    </Disclosure>
  )
}

function PolicyRow({ number, title, fileUrl }: { number: number; title: string; fileUrl: string }) {
  const info = useDocumentInfo(fileUrl)
  return (
    <li>
      <a href={fileUrl} download>
        <span className="policies__number">{number}</span> <span className="policies__title">{title}</span>{' '}
        <span className="policies__meta">
          PDF
          {info && (
            <>
              , {formatBytes(info.bytes)}
              {info.date !== undefined && (
                <>
                  , <time dateTime={info.date}>{formatDay(info.date)}</time>
                </>
              )}
            </>
          )}
        </span>{' '}
        <Icon name="download" />
        <span className="visually-hidden">Download</span>
      </a>
    </li>
  )
}

interface ListedDocument {
  _id: string
  title: string
  fileUrl: string
  /** Day of a document on another site. */
  date?: string
}

/** Documents as rows, or a line of text if there are none. */
function DocumentList({
  documents,
  empty,
}: {
  documents: ListedDocument[]
  /** The text for an empty list. */
  empty?: string
}) {
  if (documents.length === 0) return <NothingPublished>{empty}</NothingPublished>
  return (
    <ul className="docs">
      {documents.map(({ _id, title, fileUrl, date }) => (
        <DocumentRow key={_id} title={title} href={fileUrl} {...(date !== undefined && { date })} />
      ))}
    </ul>
  )
}

/** The line for an empty list; `children` replace the default text. */
function NothingPublished({ children = 'Nothing has been published here yet.' }: { children?: ReactNode }) {
  return <p className="none">{children}</p>
}

/** `1 document`, `5 documents`, and `None yet` for none. */
function counted(count: number, singular: string, plural = `${singular}s`) {
  if (count === 0) return 'None yet'
  return `${count} ${count === 1 ? singular : plural}`
}
