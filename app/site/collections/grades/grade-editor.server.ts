import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { isEntryKey } from '#app/cms/define/define-collection.ts'
import { requireRelease } from '#app/cms/editing/server/draft-ref.server.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { fileAt } from '#app/cms/media/media-address.ts'
import { currentSite, type Site } from '#app/cms/site.server.ts'
import { properties } from '#app/site/collections/properties/properties.ts'
import { grades, type Grade } from './grades.ts'
import { comparisonInWords, compareSheet, type SheetComparison } from './sheet-comparison.ts'

/** The loader of the form of a grade: how its own data sheet compares with its values, as they were saved last. */
export const gradeEditorLoader = adminLoader('editor', ({ request, params }) => {
  const site = currentSite()
  const key = params['key'] ?? ''
  const units = unitsOfProperties(site)
  if (!isEntryKey(key)) return { units, sheet: undefined }
  const section = grades.entry(key)
  const release = requireRelease(new URL(request.url).searchParams.get('release'))
  const draft = grades.schema.safeParse(site.drafts.effective(section, release)?.value)
  const grade = draft.success ? draft.data : site.content.find(section)?.value
  const compared = grade && comparisonOfSheets(site)(grade)
  return { units, sheet: compared && comparisonInWords(compared, nameOfProperty(site)) }
})

/** The units of the properties that have one, by their keys. */
function unitsOfProperties({ content }: Site): Record<string, string> {
  return Object.fromEntries(
    content.entryKeys(properties).map((key) => [key, content.find(properties.entry(key))?.value.unit ?? '']),
  )
}

/** Compares the own data sheets of grades with their values, also files that are not public yet. */
export function comparisonOfSheets({ media }: Site): (grade: Grade) => SheetComparison | undefined {
  const stored = new Map(media.forStaff.documents.list().map(({ file, pdf }) => [file, pdf]))
  return ({ sheet, values }) => (sheet === '' ? undefined : compareSheet(values, stored.get(fileAt(sheet) ?? '')))
}

/** The titles of the properties, by their keys. */
export function nameOfProperty(site: Site): (key: string) => string {
  const known = pagesOf(site, properties)
  return (key) => known.withKey(key)?.title ?? key
}
