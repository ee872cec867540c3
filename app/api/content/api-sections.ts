import type { z } from 'zod'
import type { SectionApi, SectionDefinition } from '#app/schema/define-section.ts'
import { sections } from '#app/sections/definitions.ts'

/** A section that the API serves. */
export interface ApiSection {
  section: SectionDefinition<z.ZodObject>
  api: SectionApi
}

/** Every section that the API serves, in the order of the definitions. */
export const apiSections: ApiSection[] = sections.flatMap((section) =>
  section.api ? [{ section, api: section.api }] : [],
)

/** True if the content of a record has an `_id`, so that its address is `/api/{path}/{_id}`. */
export function hasOwnId(section: SectionDefinition<z.ZodObject>): boolean {
  return '_id' in section.schema.shape
}
