import type { LoaderFunctionArgs } from '@remix-run/node'
import { exportedDocuments } from '#app/site/sections/document-register/exported-documents.server.ts'
import { generatedFile } from './generated-file.ts'

export { refuseWrite as action } from './generated-file.ts'

/** `/investors/documents.json`: the documents that fit the query, the newest first. */
export function loader({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const documents = exportedDocuments(new URL(request.url).searchParams)
  const response = generatedFile(JSON.stringify({ total: documents.length, documents }), 'application/json')
  // A document that is withdrawn leaves it at once.
  response.headers.set('Cache-Control', 'public, max-age=0, must-revalidate')
  return response
}
