import { adminLoader } from '#app/cms/guard.server.ts'
import { libraryDocuments, libraryImages, findFiles } from '#app/cms/media/library/library-files.server.ts'
import { readFilesView } from './files-address.ts'
import { currentSite } from '#app/cms/site.server.ts'

const PAGE_SIZE = 48

/**
 * `/admin/files/list?kind=image&q=plant&page=2`: a LibraryPage as JSON, for pickers. It lists the files of one kind
 * whose names contain the words of `q`, newest first, including staged files.
 */
export const loader = adminLoader('editor', ({ request }) => {
  const search = new URL(request.url).searchParams
  const { query, page } = readFilesView(search)
  const accepts = search.get('kind')
  const files =
    accepts === 'pdf' || accepts === 'mp4' || accepts === 'vtt'
      ? libraryDocuments(currentSite().media.forStaff, [accepts])
      : libraryImages(currentSite().media.forStaff)
  return Response.json(findFiles(files, { query, page, pageSize: PAGE_SIZE }), {
    headers: { 'cache-control': 'no-store' },
  })
})
