import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { SectionDefinition } from '#app/content/define-section.ts'
import { ClientsEditor } from './clients/clients-editor.tsx'
import { clientsSection } from './clients/clients.ts'
import { GlobalExpansionEditor } from './global-expansion/global-expansion-editor.tsx'
import { globalExpansion } from './global-expansion/global-expansion.ts'
import { GlobalPresenceEditor } from './global-presence/global-presence-editor.tsx'
import { globalPresence } from './global-presence/global-presence.ts'
import { NewsSectionEditor } from './news-section/news-section-editor.tsx'
import { newsSection } from './news-section/news-section.ts'
import { PipeCoatingEditor } from './pipe-coating/pipe-coating-editor.tsx'
import { pipeCoating } from './pipe-coating/pipe-coating.ts'
import { PowerCablesEditor } from './power-cables/power-cables-editor.tsx'
import { powerCables } from './power-cables/power-cables.ts'
import { ProductRangeEditor } from './product-range/product-range-editor.tsx'
import { productRange } from './product-range/product-range.ts'
import { ProductsEditor } from './products/products-editor.tsx'
import { products } from './products/products.ts'
import { QualityControlEditor } from './quality-control/quality-control-editor.tsx'
import { qualityControl } from './quality-control/quality-control.ts'
import { StatsEditor } from './stats/stats-editor.tsx'
import { stats } from './stats/stats.ts'

/** A section that `/admin/{id}` edits, and its fields: a component inside the section's form. */
export interface SectionEditor {
  section: SectionDefinition<z.ZodObject>
  Fields: ComponentType
}

/** The sections of the generic editor. One that does not fit it, as the hero slides, has a route of its own. */
export const editors: SectionEditor[] = [
  { section: globalExpansion, Fields: GlobalExpansionEditor },
  { section: productRange, Fields: ProductRangeEditor },
  { section: stats, Fields: StatsEditor },
  { section: powerCables, Fields: PowerCablesEditor },
  { section: pipeCoating, Fields: PipeCoatingEditor },
  { section: products, Fields: ProductsEditor },
  { section: qualityControl, Fields: QualityControlEditor },
  { section: clientsSection, Fields: ClientsEditor },
  { section: newsSection, Fields: NewsSectionEditor },
  { section: globalPresence, Fields: GlobalPresenceEditor },
]

/** The editor of a section by its id; undefined for an id that is none, or whose section has a route of its own. */
export function findEditor(sectionId: string | undefined): SectionEditor | undefined {
  return editors.find(({ section }) => section.id === sectionId)
}
