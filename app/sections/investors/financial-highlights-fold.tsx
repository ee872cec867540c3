import type { ReactNode } from 'react'
import type { Reports } from '#app/sections/reports/reports.ts'
import type { YearlyDocument } from '#app/sections/reports/yearly-document.ts'
import { Fold } from '#app/ui/fold.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { counted } from './counted.ts'
import { DocumentList } from './document-list.tsx'
import type { Financials } from './financials.ts'

/** The newest annual reports stand here; all of them are in the reports list. */
const LATEST = 3

interface FinancialHighlightsFoldProps {
  reports: Reports | undefined
  financials: Financials | undefined
}

export function FinancialHighlightsFold({ reports, financials }: FinancialHighlightsFoldProps) {
  const latest = reports?.reports.slice(0, LATEST) ?? []
  const { annualReturns = [], materialCreditors = [], groupCompanies = [] } = financials ?? {}
  const count = latest.length + annualReturns.length + materialCreditors.length + groupCompanies.length
  return (
    <Fold id="financial-highlights" title="Financial Highlights" meta={counted(count, 'document')}>
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
          empty="No list of material creditors is published here yet. It will stand here once the board has approved it."
        />
      </Part>
      <Part title="Financial Statements of Group Companies">
        <DocumentList documents={groupCompanies.map(withYear)} />
      </Part>
    </Fold>
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

function withYear(document: YearlyDocument) {
  return { ...document, title: `${document.title} ${document.year}` }
}
