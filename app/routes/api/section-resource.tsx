import { apiWrite } from '#app/auth/guard.server.ts'
import { methodNotAllowed } from '#app/http/api-error.ts'
import { apiRoute } from '#app/http/api-route.server.ts'
import { sectionResource } from './section-api.server.ts'

/** `/api/{resource}`: reads of every section, POST of collections, PUT of records without an id of their own. */
export const loader = apiRoute(({ request, params }) => sectionResource(params['resource']).read(request))

export const action = apiWrite(async ({ request, params, admin }) => {
  const resource = sectionResource(params['resource'])
  const write = { request, author: admin.username }
  if (request.method === 'POST' && resource.add) return resource.add(write)
  if (request.method === 'PUT' && resource.replace) return resource.replace(write)
  const allowed = ['GET', 'HEAD', ...(resource.add ? ['POST'] : []), ...(resource.replace ? ['PUT'] : [])]
  throw methodNotAllowed(request.method, allowed)
})
