import { Fold } from '#app/ui/fold.tsx'
import { counted } from './counted.ts'
import { DocumentList } from './document-list.tsx'
import type { Financials } from './financials.ts'

export function MaterialContractsFold({ financials }: { financials: Financials | undefined }) {
  const contracts = financials?.materialContracts ?? []
  return (
    <Fold id="material-contracts" title="Material Contracts" meta={counted(contracts.length, 'document')}>
      <DocumentList
        documents={contracts}
        empty="No material contracts are published here yet. They will be listed once they are open for inspection."
      />
    </Fold>
  )
}
