import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { VersionConflict } from '#app/content/store/errors.ts'
import { log } from '#app/platform/log.server.ts'
import { ApiError, apiErrorResponse } from './api-error.ts'
import { etagOf } from '#app/http/etag.ts'

/** What Remix hands a loader or an action of a resource route. */
export type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs

/**
 * Makes a loader or action of the API: whatever `answer` throws becomes an answer in the API's error shape, and
 * where it is a fault of the server (5xx) a line in the log under the same id. Reads are public and use this alone; writes go
 * through the wrappers of the guard.
 */
export function apiRoute(answer: (args: RouteArgs) => Promise<Response> | Response) {
  return async (args: RouteArgs): Promise<Response> => {
    try {
      return await answer(args)
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
  if (!(error instanceof VersionConflict) || !request.headers.has('if-match')) return error
  return new ApiError(412, 'stale-version', error.message, { headers: { etag: etagOf(error.current.version) } })
}
