import { hasRole, type Role } from '#app/cms/people/roles.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** What administrators have to do about personal data, as sentences. Never rejects. */
export async function privacyProblems(role: Role): Promise<{ id: string; message: string }[]> {
  if (!hasRole(role, 'administrator')) return []
  const { inbox, definition } = currentSite()
  const noticeDays = definition.notice?.keptDays(currentSite())
  const differs = noticeDays !== undefined && noticeDays !== inbox.keepDays
  const days = differs
    ? [
        {
          id: 'notice-days',
          message: `The privacy notice says that messages are kept for ${noticeDays} days, and the setting KEEP_MESSAGES_DAYS is ${inbox.keepDays}. Change one of them.`,
        },
      ]
    : []
  try {
    const { open, overdue } = await inbox.requests.count()
    if (open === 0) return days
    const late = overdue === 0 ? '' : `, ${overdue} of them overdue`
    const message = `${countOf(open, 'request')} about personal data ${open === 1 ? 'waits' : 'wait'} for an answer${late}. See “Personal data”.`
    return [...days, { id: 'privacy-requests', message }]
  } catch (err) {
    log.error({ err }, 'The request book cannot be read')
    return [
      ...days,
      { id: 'privacy-requests', message: 'The request book, data/privacy-requests.json, cannot be read.' },
    ]
  }
}
