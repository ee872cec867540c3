import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { apiErrorResponse } from './error-responses.server.ts'

/** The arguments of a loader or an action of a resource route. */
export type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs

/**
 * Makes a loader or action of the API: what `respond` throws becomes a response in the API's error shape. A fault of
 * the server (5xx) is logged with the id of the request. Public reads need only this; all else needs a wrapper of the
 * guard.
 */
export function apiRoute(respond: (args: RouteArgs) => Promise<Response> | Response) {
  return async (args: RouteArgs): Promise<Response> => {
    try {
      return await respond(args)
    } catch (error) {
      const requestId = args.context.requestId ?? randomUUID()
      const response = apiErrorResponse(staleIfConditional(error, args.request), requestId)
      if (response.status >= 500) log.error({ err: error, requestId }, 'An API request failed')
      return response
    }
  }
}

/** A conflict with the version named in If-Match is a failed precondition (RFC 9110, 15.5.13), any other stays 409. */
function staleIfConditional(error: unknown, request: Request) {
  const isOfVersion =
    error instanceof ExpectedError && error.code === 'conflict' && error.headers?.['etag'] !== undefined
  if (!isOfVersion || !request.headers.has('if-match')) return error
  return new ExpectedError(412, error.message, { code: 'stale-version', headers: error.headers })
}
