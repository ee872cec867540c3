import { redirect } from '@remix-run/node'
import { hasRole } from '#app/cms/people/roles.ts'
import { refusalToChangeDrafts } from '#app/cms/editing/server/draft-ref.server.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { requireExpected } from '#app/cms/platform/http/error-responses.server.ts'
import { fileAt } from '#app/cms/media/media-address.ts'
import { receiveForm, stagedReceiver, uploadKindOfName } from '#app/cms/media/uploads/receive-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** Only a POST adds files. A GET changes nothing. */
export const loader = adminLoader('editor', ({ params }) => redirect(`/admin/releases/${params['releaseId'] ?? ''}`))

/**
 * Stages the files of `files-upload` and adds them to a release: they become public with it even if no draft uses them.
 * Redirects to the release, which shows what was added and what was refused. Throws 404 if there is no such release.
 */
export const action = adminAction('editor', async ({ request, params, user }) => {
  const { releases, media, flash } = currentSite()
  const release = releases.find(params['releaseId'] ?? '')
  if (!release) throw new Response('This release no longer exists.', { status: 404 })
  const page = `/admin/releases/${release.id}`
  const why = refusalToChangeDrafts(release.id, { mayPublish: hasRole(user.role, 'publisher') })
  if (why !== undefined) return flash.flashRedirect(page, { kind: 'failure', message: why })
  const { formData, fileErrors } = await receiveForm(request, {
    owner: user.id,
    receiverOf: (input) => (input === 'files-upload' ? stagedReceiver(media, 'files', uploadKindOfName) : undefined),
  })
  const values = formData.getAll('files').filter((value) => typeof value === 'string')
  const files = values.map((value) => fileAt(value) ?? value)
  const known = files.filter((file) => media.staged.find(file) === undefined)
  const problems = [
    ...Object.values(fileErrors).flat(),
    ...known.map((file) => `${file} is already public, because the same file is among the uploads`),
  ]
  try {
    if (files.length > known.length) await releases.addFiles(release.id, files, user)
  } catch (error) {
    return flash.flashRedirect(page, { kind: 'failure', message: requireExpected(error).message })
  }
  const added = files.length > known.length ? `${countOf(files.length - known.length, 'file')} added` : ''
  if (problems.length > 0) {
    return flash.flashRedirect(page, { kind: 'failure', message: [added, ...problems].filter(Boolean).join('. ') })
  }
  if (added === '') return flash.flashRedirect(page, { kind: 'failure', message: 'Select at least one file.' })
  return flash.flashRedirect(page, {
    kind: 'success',
    message: `${added}. Only staff can open new files before the release`,
  })
})
