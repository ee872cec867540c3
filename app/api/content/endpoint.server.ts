import { apiPublicWrite, apiWrite } from '#app/guard.server.ts'
import { methodNotAllowed } from '#app/auth/guard/api-error.ts'
import { apiRoute, type RouteArgs } from '#app/auth/guard/api-route.server.ts'

type Answer = Promise<Response> | Response

/** A write of an administrator. */
export interface Write {
  request: Request
  author: string
}

/** What an address of the API answers, by method. HEAD comes with GET, OPTIONS with all. */
export interface Endpoint {
  GET?: (request: Request) => Answer
  POST?: (write: Write) => Answer
  PUT?: (write: Write) => Answer
  DELETE?: (write: Write) => Answer
}

/** An address at which anybody may POST. */
export interface OpenEndpoint extends Omit<Endpoint, 'POST'> {
  openPost: (args: RouteArgs) => Answer
}

type FindEndpoint = (params: RouteArgs['params']) => Endpoint | OpenEndpoint

/**
 * Makes the loader of an API route: public reads, OPTIONS, and 405 with `Allow` where it cannot be read. `find` throws a 404
 * ApiError for an address that is none.
 */
export function endpointLoader(find: FindEndpoint) {
  return apiRoute(({ request, params }) => {
    const endpoint = find(params)
    if (request.method === 'OPTIONS') {
      return new Response(null, { status: 204, headers: { allow: allowedMethods(endpoint).join(', ') } })
    }
    if (!endpoint.GET) throw refuseMethod(request, endpoint)
    return endpoint.GET(request)
  })
}

/** Makes the action of an API route: writes of administrators, and 405 with `Allow` for other methods. */
export function endpointAction(find: (params: RouteArgs['params']) => Endpoint) {
  return apiWrite(({ request, params, admin }) => {
    const endpoint = find(params)
    const write = writeOf(request.method, endpoint)
    if (!write) throw refuseMethod(request, endpoint)
    return write({ request, author: admin.username })
  })
}

/** As endpointAction, where anybody may POST. */
export function openEndpointAction({ openPost, ...endpoint }: OpenEndpoint) {
  const post = apiPublicWrite(openPost)
  const administer = endpointAction(() => endpoint)
  const refuse = apiRoute(({ request }) => {
    throw refuseMethod(request, { openPost, ...endpoint })
  })
  return (args: RouteArgs): Promise<Response> => {
    if (args.request.method === 'POST') return post(args)
    return writeOf(args.request.method, endpoint) ? administer(args) : refuse(args)
  }
}

function refuseMethod(request: Request, endpoint: Endpoint | OpenEndpoint) {
  return methodNotAllowed(request.method, allowedMethods(endpoint))
}

function allowedMethods(endpoint: Endpoint | OpenEndpoint) {
  const methods = [
    ['GET', endpoint.GET],
    ['HEAD', endpoint.GET],
    ['POST', 'openPost' in endpoint ? endpoint.openPost : endpoint.POST],
    ['PUT', endpoint.PUT],
    ['DELETE', endpoint.DELETE],
  ] as const
  return [...methods.flatMap(([name, answer]) => (answer ? [name] : [])), 'OPTIONS']
}

function writeOf(method: string, { POST, PUT, DELETE }: Endpoint) {
  switch (method) {
    case 'POST':
      return POST
    case 'PUT':
      return PUT
    case 'DELETE':
      return DELETE
    default:
      return undefined
  }
}
