import { redirect } from '@remix-run/node'
import { adminAction, adminLoader } from '#app/guard.server.ts'
import { addReleaseFiles } from './release-files.server.ts'

/** Adding files is a post. A GET changes nothing. */
export const loader = adminLoader('editor', ({ params }) => redirect(`/admin/releases/${params['releaseId'] ?? ''}`))

/** Adds uploaded files to a release, and redirects to it. */
export const action = adminAction('editor', addReleaseFiles)
