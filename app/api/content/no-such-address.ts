import { ApiError } from '#app/auth/guard/api-error.ts'

/** 404 for an address that is none of the API's. */
export function noSuchAddress(pathname?: string): ApiError {
  const place = pathname === undefined ? 'at this address of the API' : `at ${pathname.slice(0, 200)}`
  return new ApiError(404, 'not-found', `There is nothing ${place}. See /api/docs.`)
}

/** 404 for an `_id` that nothing has. */
export function noSuchEntry(): ApiError {
  return new ApiError(404, 'not-found', 'There is no entry with this _id.')
}
