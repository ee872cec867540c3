import type { Person } from '#app/cms/platform/author.server.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { methodNotAllowed } from '#app/cms/platform/http/invalid-input.ts'
import { apiRoute, type RouteArgs } from '#app/cms/platform/http/api-route.server.ts'
import { hasRole, type Role } from '#app/cms/people/roles.ts'
import { Questions } from '#app/cms/platform/http/confirmation.server.ts'
import { apiPublicWrite, apiRead, apiWrite } from '#app/cms/guard.server.ts'

/** The arguments of a write by staff. */
export interface Write {
  request: Request
  author: Person
  /** True if the person, and the token, may publish. */
  mayPublish: boolean
}

/** The handlers of an address of the API, by method. GET also handles HEAD. OPTIONS needs no handler. */
export interface Endpoint {
  GET?: (request: Request) => Promise<Response> | Response
  POST?: (write: Write) => Promise<Response> | Response
  PUT?: (write: Write) => Promise<Response> | Response
  DELETE?: (write: Write) => Promise<Response> | Response
}

/** An address at which everyone may POST. */
interface OpenEndpoint extends Omit<Endpoint, 'POST'> {
  openPost: (args: RouteArgs) => Promise<Response> | Response
}

type FindEndpoint = (params: RouteArgs['params']) => Endpoint | OpenEndpoint

/**
 * Makes the loader of an API route: public reads, OPTIONS, and 405 with `Allow` if there is no GET. `find` throws a 404
 * ExpectedError for an unknown address.
 */
export function endpointLoader(find: FindEndpoint) {
  return apiRoute(({ request, params }) => {
    const endpoint = find(params)
    return request.method === 'OPTIONS' ? optionsOf(endpoint) : read(request, endpoint)
  })
}

/**
 * Like endpointLoader, but only staff with a role may read. `find` must not reveal anything that is not public, because
 * OPTIONS requests call it without a sign-in.
 */
export function staffEndpointLoader(role: Role, find: (params: RouteArgs['params']) => Endpoint) {
  const staffRead = apiRead(role, ({ request, params }) => read(request, find(params)))
  const options = apiRoute(({ params }) => optionsOf(find(params)))
  return (args: RouteArgs): Promise<Response> => (args.request.method === 'OPTIONS' ? options(args) : staffRead(args))
}

function optionsOf(endpoint: Endpoint | OpenEndpoint) {
  return new Response(null, { status: 204, headers: { allow: allowedMethods(endpoint).join(', ') } })
}

function read(request: Request, endpoint: Endpoint | OpenEndpoint) {
  if (!endpoint.GET) throw unsupportedMethod(request, endpoint)
  return endpoint.GET(request)
}

/**
 * Makes the action of an API route: writes of staff with a role, and 405 with `Allow` for other methods. If it `asks`, a
 * write that would harm a scheduled release gets a 409 unless `?confirm=` has the id of that release.
 */
export function endpointAction(role: Role, find: (params: RouteArgs['params']) => Endpoint, { asks = false } = {}) {
  return apiWrite(role, ({ request, params, user }) => {
    const endpoint = find(params)
    const write = writeOf(request.method, endpoint)
    if (!write) throw unsupportedMethod(request, endpoint)
    const { pathname, searchParams } = new URL(request.url)
    const questions = asks
      ? new Questions({ about: pathname, confirmedIds: searchParams.getAll('confirm') })
      : undefined
    return write({ request, author: { ...user, questions }, mayPublish: hasRole(user.role, 'publisher') })
  })
}

/** Like endpointAction, but everyone may POST. `find` gives the handlers of the other methods. */
export function openEndpointAction(openPost: OpenEndpoint['openPost'], find: () => Endpoint) {
  const post = apiPublicWrite(openPost)
  const administer = endpointAction('publisher', find)
  const refuse = apiRoute(({ request }) => {
    throw unsupportedMethod(request, { ...find(), openPost })
  })
  return (args: RouteArgs): Promise<Response> => {
    if (args.request.method === 'POST') return post(args)
    return writeOf(args.request.method, find()) ? administer(args) : refuse(args)
  }
}

function unsupportedMethod(request: Request, endpoint: Endpoint | OpenEndpoint) {
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
  return [...methods.flatMap(([name, handler]) => (handler ? [name] : [])), 'OPTIONS']
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

/** 404 for an unknown address. */
export function noSuchAddress(pathname?: string): ExpectedError {
  const address = pathname === undefined ? 'at this address of the API' : `at ${pathname.slice(0, 200)}`
  return new ExpectedError(404, `There is nothing ${address}. See /api/docs.`)
}

/** 404 for an unknown `_id`. */
export function noSuchEntry(): ExpectedError {
  return new ExpectedError(404, 'There is no entry with this _id.')
}
