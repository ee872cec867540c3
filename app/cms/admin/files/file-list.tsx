import { DOCUMENT_KINDS } from '#app/cms/define/upload-kind.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { libraryDocuments, libraryImages, findFiles } from '#app/cms/media/library/library-files.server.ts'
import { readFilesView } from './files-address.ts'
import { currentSite } from '#app/cms/site.server.ts'

const PAGE_SIZE = 48

/**
 * `/admin/files/list?kind=image&q=plant&page=2`: a LibraryPage as JSON, for pickers. It lists the images, or the files of
 * some other kinds (`kind=pdf,csv`), whose names contain the words of `q`, newest first, including staged files.
 */
export const loader = adminLoader('editor', ({ request }) => {
  const search = new URL(request.url).searchParams
  const { query, page } = readFilesView(search)
  const wanted = (search.get('kind') ?? '').split(',')
  const kinds = DOCUMENT_KINDS.filter((kind) => wanted.includes(kind))
  const { forStaff } = currentSite().media
  const files = kinds.length > 0 ? libraryDocuments(forStaff, kinds) : libraryImages(forStaff)
  return Response.json(findFiles(files, { query, page, pageSize: PAGE_SIZE }), {
    headers: { 'cache-control': 'no-store' },
  })
})
