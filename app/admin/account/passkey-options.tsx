import { redirect } from '@remix-run/node'
import { adminLoader } from '#app/guard.server.ts'
import { passkeyOptionsAction } from './second-factor.server.ts'

/** For the script of the page of second factors alone. */
export const loader = adminLoader('editor', () => redirect('/admin/account/second-factor'), {
  withoutSecondFactor: true,
})

export const action = passkeyOptionsAction
