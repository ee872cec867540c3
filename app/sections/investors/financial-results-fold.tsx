import { Fold } from '#app/ui/fold.tsx'
import { counted } from './counted.ts'
import { DocumentList } from './document-list.tsx'
import type { Financials } from './financials.ts'

export function FinancialResultsFold({ financials }: { financials: Financials | undefined }) {
  if (!financials) return null
  return (
    <Fold id="financial-results" title="Financial results" meta={counted(financials.results.length, 'document')}>
      <DocumentList documents={financials.results} />
    </Fold>
  )
}
