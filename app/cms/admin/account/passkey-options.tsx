import { redirect } from '@remix-run/node'
import { adminLoader } from '#app/cms/guard.server.ts'
import { passkeyOptionsAction } from './account-second-factor.server.ts'

/** Only the script of the second-factor page uses this address. A GET redirects to that page. */
export const loader = adminLoader('editor', () => redirect('/admin/account/second-factor'), {
  withoutSecondFactor: true,
})

export const action = passkeyOptionsAction
