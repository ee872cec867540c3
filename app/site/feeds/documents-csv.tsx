import type { LoaderFunctionArgs } from '@remix-run/node'
import { BYTE_ORDER_MARK, csvRow } from '#app/cms/platform/http/download.server.ts'
import { exportedDocuments } from '#app/site/sections/document-register/exported-documents.server.ts'
import { generatedFile } from './generated-file.ts'

export { refuseWrite as action } from './generated-file.ts'

const COLUMNS = [
  ...['Title', 'Kind', 'Financial year', 'Period', 'Day of the event', 'Disclosed', 'Filed', 'Language'],
  ...['Address', 'Public since', 'Bytes', 'Pages', 'SHA-256', 'Withdrawn on', 'Reason for the withdrawal'],
]

/** `/investors/documents.csv`: the documents that fit the query, a row each, the newest first. */
export function loader({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const rows = exportedDocuments(new URL(request.url).searchParams).map(({ file, withdrawn, ...document }) =>
    csvRow([
      ...[document.title, document.kind.name, document.financialYear, document.partOfYear, document.eventDay],
      ...[document.disclosedOn, document.filedOn, document.language, document.address, document.publicSince],
      ...[file?.bytes, file?.pages, file?.sha256, withdrawn?.on, withdrawn?.reason].map((value) => String(value ?? '')),
    ]),
  )
  const response = generatedFile(BYTE_ORDER_MARK + [csvRow(COLUMNS), ...rows].join(''), 'text/csv')
  response.headers.set('Content-Disposition', 'attachment; filename="documents.csv"')
  // A document that is withdrawn leaves it at once.
  response.headers.set('Cache-Control', 'public, max-age=0, must-revalidate')
  return response
}
