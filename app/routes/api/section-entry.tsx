import { apiWrite } from '#app/auth/guard.server.ts'
import { methodNotAllowed } from '#app/http/api-error.ts'
import { apiRoute } from '#app/http/api-route.server.ts'
import { sectionResource, type SectionResource } from './section-api.server.ts'

/** `/api/{resource}/{entryId}`: PUT and DELETE of one entry of a collection, PUT of a record by its `_id`. */
export const loader = apiRoute(({ request, params }) => {
  throw methodNotAllowed(request.method, allowedMethods(sectionResource(params['resource'])))
})

export const action = apiWrite(async ({ request, params, admin }) => {
  const resource = sectionResource(params['resource'])
  const id = params['entryId'] ?? ''
  const write = { request, author: admin.username }
  if (request.method === 'PUT' && resource.replaceEntry) return resource.replaceEntry(write, id)
  if (request.method === 'DELETE' && resource.removeEntry) return resource.removeEntry(write, id)
  throw methodNotAllowed(request.method, allowedMethods(resource))
})

function allowedMethods(resource: SectionResource) {
  return [...('replaceEntry' in resource ? ['PUT'] : []), ...('removeEntry' in resource ? ['DELETE'] : [])]
}
