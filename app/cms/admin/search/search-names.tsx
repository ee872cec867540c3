import { adminLoader } from '#app/cms/guard.server.ts'
import { readQuery } from '#app/cms/platform/http/list-query.ts'
import { placesNamed } from './named-places.server.ts'

/** `/admin/search/names?q=annual`: a few places whose names have the words, as JSON, for the search of the top bar. */
export const loader = adminLoader('editor', ({ request }) => {
  const query = readQuery(new URL(request.url).searchParams)
  return Response.json(placesNamed(query), { headers: { 'cache-control': 'no-store' } })
})
