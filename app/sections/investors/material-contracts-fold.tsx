import { Fold } from '#app/ui/fold.tsx'
import { NothingPublished } from './document-list.tsx'

/** Kept for what the company will have to publish; there is nothing yet. */
export function MaterialContractsFold() {
  return (
    <Fold id="material-contracts" title="Material Contracts" meta="Empty">
      <NothingPublished />
    </Fold>
  )
}
