import type { ReactNode } from 'react'
import { bindLastWords, counted, Multiline } from '#app/site/ui/text.tsx'
import { ContentLink, PhoneLink } from '#app/cms/ui/content-link.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { useDocumentInfo } from '#app/cms/media/document-info.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { ListedDocuments } from '#app/site/sections/shared/listed-documents.tsx'
import { NothingPublished } from '#app/site/sections/shared/nothing-published.tsx'
import { Disclosure } from '#app/site/ui/disclosure.tsx'
import { Portrait } from '#app/site/sections/shared/portrait.tsx'
import type { DocumentStage } from '#app/site/collections/documents/document-kinds.ts'
import type { ListedDocument, OfferDocument } from '#app/site/sections/document-register/listed-document.ts'
import { complaintLinks } from './complaint-links.ts'
import type { Investors } from './investors.ts'
import type { Director } from '#app/site/sections/management/management.ts'
import './investors-page.css'

interface ManagementDisclosureProps {
  management: { directors: readonly Pick<Director, '_id' | 'name' | 'title' | 'image'>[] } | undefined
  /** The documents on the committees of the board. */
  committees: readonly ListedDocument[]
}

export function ManagementDisclosure({ management, committees }: ManagementDisclosureProps) {
  if (!management) return null
  const { directors } = management
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
      {committees.length > 0 && <DocumentList documents={committees} />}
      <p className="sub__more">
        <ContentLink to="/investors/board">
          Profiles of the directors, and the committees of the board <Icon name="arrow" />
        </ContentLink>
      </p>
    </Disclosure>
  )
}

interface FinancialResultsProps {
  ofYears: readonly ListedDocument[]
  ofQuarters: readonly ListedDocument[]
}

/** The results, those of quarters below a heading of their own. */
export function FinancialResultsDisclosure({ ofYears, ofQuarters }: FinancialResultsProps) {
  const count = ofYears.length + ofQuarters.length
  return (
    <Disclosure id="financial-results" title="Financial results" meta={counted(count, 'document')}>
      {ofQuarters.length === 0 ? (
        <DocumentList documents={ofYears} />
      ) : (
        <>
          <Part title="Years">
            <DocumentList documents={ofYears} />
          </Part>
          <Part title="Quarters">
            <DocumentList documents={ofQuarters} />
          </Part>
        </>
      )}
      <p className="sub__more">
        <ContentLink to="/investors/results">
          Notices, press releases, presentations and recordings of each period <Icon name="arrow" />
        </ContentLink>
      </p>
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

function ComplaintLinks({ investors }: { investors: ShownInvestors }) {
  const links = complaintLinks(investors)
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

/** Number of the newest annual reports that are shown here: the section Reports has all of them. */
const LATEST = 1

interface FinancialHighlightsProps {
  annualReports: readonly ListedDocument[]
  annualReturns: readonly ListedDocument[]
  materialCreditors: readonly ListedDocument[]
  groupCompanies: readonly ListedDocument[]
}

export function FinancialHighlightsDisclosure(props: FinancialHighlightsProps) {
  const { annualReports, annualReturns, materialCreditors, groupCompanies } = props
  const latest = annualReports.slice(0, LATEST)
  const count = latest.length + annualReturns.length + materialCreditors.length + groupCompanies.length
  return (
    <Disclosure id="financial-highlights" title="Financial Highlights" meta={counted(count, 'document')}>
      <Part title="Annual Reports">
        <DocumentList documents={latest} />
        {annualReports.length > latest.length && (
          <p className="sub__more">
            <a href="#reports">
              All annual reports <Icon name="down" />
            </a>
          </p>
        )}
      </Part>
      <Part title="Annual Returns (MGT 7)">
        <DocumentList documents={annualReturns} />
      </Part>
      <Part title="Material Creditors">
        <DocumentList
          documents={materialCreditors}
          empty="There is no list. If a creditor becomes material under the policy of the board, the list is published here."
        />
      </Part>
      <Part title="Financial Statements of Group Companies">
        <DocumentList documents={groupCompanies} />
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

/** The headings of the stages, the latest first. */
const STAGES: [stage: DocumentStage, title: string][] = [
  ['allotted', 'Prospectus and allotment'],
  ['rhp', 'Red Herring Prospectus'],
  ['drhp', 'Draft Red Herring Prospectus'],
]

interface OfferDocumentsProps {
  documents: readonly OfferDocument[]
  /** The day on which the shares were listed. The offer is over then. */
  listedOn?: string | undefined
}

/** The documents of the offer: those of each stage below its heading, or one list while there is one stage. */
export function OfferDocumentsDisclosure({ documents, listedOn }: OfferDocumentsProps) {
  const parts = STAGES.map(([stage, title]) => ({ title, ofStage: documents.filter((one) => one.stage === stage) }))
  const shown = parts.filter(({ ofStage }) => ofStage.length > 0)
  return (
    <Disclosure id="offer-documents" title="Offer Documents" meta={counted(documents.length, 'document')}>
      {listedOn !== undefined && documents.length > 0 && (
        <p className="none">
          The offer is complete, and the shares have been listed since{' '}
          <time dateTime={listedOn}>{formatDay(listedOn)}</time>. The documents of the offer are kept here as they were
          published.
        </p>
      )}
      {shown.length < 2 ? (
        <DocumentList documents={documents} />
      ) : (
        shown.map(({ title, ofStage }) => (
          <Part key={title} title={title}>
            <DocumentList documents={ofStage} />
          </Part>
        ))
      )}
    </Disclosure>
  )
}

export function MaterialContractsDisclosure({ contracts }: { contracts: readonly ListedDocument[] }) {
  return (
    <Disclosure
      id="material-contracts"
      title="Material Contracts"
      meta={contracts.length === 0 ? 'For inspection' : counted(contracts.length, 'document')}
    >
      {contracts.length === 0 ? (
        <p className="none">
          The contracts named in the offer document can be inspected at the registered office, from the filing of the
          Red Herring Prospectus until the offer closes. They are listed here on that day. Until then, ask the{' '}
          <a href="#investor-grievance">compliance officer</a>.
        </p>
      ) : (
        <DocumentList documents={contracts} />
      )}
    </Disclosure>
  )
}

export function GovernanceDisclosure({ policies }: { policies: readonly ListedDocument[] }) {
  return (
    <Disclosure id="governance" title="Governance" meta={counted(policies.length, 'policy', 'policies')}>
      {policies.length === 0 ? (
        <NothingPublished />
      ) : (
        <ol className="policies">
          {policies.map((policy, index) => (
            <PolicyRow key={policy.slug} {...policy} number={index + 1} />
          ))}
        </ol>
      )}
    </Disclosure>
  )
}

function PolicyRow({ number, title, fileUrl, date }: ListedDocument & { number: number }) {
  const info = useDocumentInfo(fileUrl)
  return (
    <li>
      <a href={fileUrl} download>
        <span className="policies__number">{number}</span> <span className="policies__title">{title}</span>{' '}
        <span className="policies__meta">
          PDF
          {info && `, ${formatBytes(info.bytes)}`}, <time dateTime={date}>{formatDay(date)}</time>
        </span>{' '}
        <Icon name="download" />
        <span className="visually-hidden">Download</span>
      </a>
    </li>
  )
}

/** Documents as rows, or a line of text if there are none. */
function DocumentList({
  documents,
  empty,
}: {
  documents: readonly ListedDocument[]
  /** The text for an empty list. */
  empty?: string
}) {
  if (documents.length === 0) return <NothingPublished>{empty}</NothingPublished>
  return <ListedDocuments documents={documents} />
}
