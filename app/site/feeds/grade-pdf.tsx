import type { LoaderFunctionArgs } from '@remix-run/node'
import { etagOf, matchesIfNoneMatch } from '#app/cms/platform/http/etag.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { fixedFileResponse } from '#app/cms/media/serving/serve-file.server.ts'
import { sheetPath } from '#app/site/addresses/grade-address.ts'
import { dataSheet } from '#app/site/sections/grade-sheet/data-sheet.server.ts'
import { madeSheet, type MadeSheet } from '#app/site/sections/grade-sheet/made-sheets.server.ts'
import { ownSheetFile } from '#app/site/sections/grade-sheet/own-sheets.server.ts'
import { sheetDocument } from '#app/site/sections/grade-sheet/sheet-document.server.ts'
import { gradeOfFile, notePage } from './grade-file.server.ts'

export { refuseWrite as action } from './generated-file.ts'

const NAME = 'data sheet'

/**
 * `/products/{page}/{grade}.pdf`: the data sheet of a grade, at its fixed address: the company's own file if the grade has
 * one, else the one that is made of its values. 503 if that cannot be made at the moment.
 */
export async function loader({ params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>) {
  const site = currentSite()
  const grade = gradeOfFile(site, { params, pathOf: sheetPath, name: NAME })
  if (grade instanceof Response) return grade
  const { publicOrigin } = site.env
  const ownFile = ownSheetFile(site, grade.value)
  if (ownFile !== undefined) {
    const response = await fixedFileResponse(site.media, request, ownFile)
    response.headers.set('Link', canonicalLink(publicOrigin + grade.href))
    return response
  }
  let sheet: MadeSheet
  try {
    const input = sheetDocument(site, dataSheet(site, grade), publicOrigin)
    sheet = await madeSheet(site.media.decoder, input)
  } catch (err) {
    log.error({ err, grade: grade.key }, 'A data sheet could not be made')
    const text = 'The data sheet cannot be made at the moment. Its page has the same values, and can be printed.'
    return notePage(503, { title: NAME, text, to: grade.href })
  }
  return sheetResponse(sheet, request, {
    fileName: `${grade.key}-edition-${grade.value.edition}.pdf`,
    page: publicOrigin + grade.href,
  })
}

function sheetResponse({ bytes, sha256 }: MadeSheet, request: Request, about: { fileName: string; page: string }) {
  const headers = {
    'Content-Type': 'application/pdf',
    ETag: etagOf(sha256),
    // A sheet with a wrong value must not be read any longer than until it is corrected.
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'Content-Disposition': `inline; filename="${about.fileName}"`,
    Link: canonicalLink(about.page),
  }
  if (matchesIfNoneMatch(request.headers.get('If-None-Match'), sha256))
    return new Response(null, { status: 304, headers })
  return new Response(bytes, { headers: { ...headers, 'Content-Length': String(bytes.length) } })
}

function canonicalLink(page: string) {
  return `<${page}>; rel="canonical"`
}
