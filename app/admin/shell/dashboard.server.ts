import { unknownIntent } from '#app/http/http-error.ts'
import { adminAction } from '#app/guard.server.ts'
import { readSmallForm } from '#app/http/read-form.server.ts'
import { flashExpectedErrors, requireKnownSection } from '#app/admin/history/section-history.server.ts'
import { currentSite } from '#app/site.server.ts'

const PAGE = '/admin'

/** Writes the version of a `section` that serves while its file is missing or broken into the file (`intent=write-back`). */
export const dashboardAction = adminAction(async ({ request, admin }) => {
  const { fields } = await readSmallForm(request)
  if (fields['intent'] !== 'write-back') throw unknownIntent()
  const id = fields['section']
  const section = requireKnownSection(typeof id === 'string' ? id : undefined)
  return flashExpectedErrors(PAGE, async () => {
    const { historyEntry } = await currentSite().content.writeLastGood(section, { author: admin.username })
    return currentSite().flash.flashRedirect(PAGE, {
      kind: 'success',
      message:
        historyEntry === undefined ? `${section.label} is not broken any more` : `${section.label} is written back`,
    })
  })
})
