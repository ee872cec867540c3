import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { createSiteReader, defineService, type ContentReader, type SiteReader } from '#app/cms/define/content-reader.ts'
import { visibilityOf } from '#app/cms/define/define-collection.ts'
import type { DocumentInfo } from '#app/cms/media/document-info.tsx'
import { fileAt } from '#app/cms/media/media-address.ts'
import { SHEETS_FOLDER } from '#app/site/collections/grades/grade-schema.ts'
import { grades, type Grade } from '#app/site/collections/grades/grades.ts'
import { documentRegister } from '#app/site/sections/document-register/register.server.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'

/**
 * The file that visitors get in place of the data sheet that is made of the values, by its path below the uploads
 * folder. Undefined if the grade has none, for a file that is not there, and for one that other content keeps from them.
 */
export function ownSheetFile(site: SiteReader & FilesOfSite, { sheet }: Pick<Grade, 'sheet'>): string | undefined {
  const file = fileAt(sheet)
  if (file === undefined || !site.media.documents.find(file)) return undefined
  const register = site.service(documentRegister)
  return register.isWithheld(file) || register.gateOf(file) !== undefined ? undefined : file
}

/** What the page of a grade says of such a file. */
export function ownSheet(site: SiteReader & FilesOfSite, grade: Grade) {
  const file = ownSheetFile(site, grade)
  if (file === undefined) return undefined
  const info = site.media.documents.find(file)
  return { edition: grade.sheetEdition, date: grade.sheetDate || (info?.date ?? ''), bytes: info?.bytes }
}

export interface FilesOfSite {
  media: { documents: { find: (file: string) => DocumentInfo | undefined } }
}

/** The uploaded data sheets that only grades have which visitors cannot open. */
export const ownSheets = defineService((content: ContentReader) => {
  const reader = createSiteReader(content)
  // Opened before the subscription, so that it hears of a change first.
  const pages = pagesOf(reader, productPages)
  /** Computed once for each version of the grades and their pages. */
  let hidden: ReadonlySet<string> | undefined
  content.subscribe((id) => {
    if (id === grades.id || id === productPages.id) hidden = undefined
  })

  function hiddenSheets(): ReadonlySet<string> {
    const [shown, others] = [new Set<string>(), new Set<string>()]
    for (const key of content.entryKeys(grades)) {
      const value = content.find(grades.entry(key))?.value
      const file = fileAt(value?.sheet ?? '')
      if (!value || file === undefined) continue
      const isShown = visibilityOf(value) !== 'hidden' && pages.withKey(value.product) !== undefined
      const files = isShown ? shown : others
      files.add(file)
    }
    return new Set([...others].filter((file) => !shown.has(file)))
  }

  return {
    /** Takes the path of a file below the uploads folder. */
    isWithheld: (file: string) => file.startsWith(`${SHEETS_FOLDER}/`) && (hidden ??= hiddenSheets()).has(file),
  }
})
