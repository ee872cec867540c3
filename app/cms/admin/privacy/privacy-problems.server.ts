import { hasRole, type Role } from '#app/cms/people/roles.ts'
import { countOf, enumerate } from '#app/cms/platform/format/words.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { calendarDay } from '#app/cms/platform/format/time.ts'
import { realFirst, type Breach } from '#app/cms/inbox/privacy/breach-clock.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { shownTimeLeft, titleOf } from './breach.server.ts'

interface PrivacyProblem {
  id: string
  message: string
  /** True if it is only to be known. */
  isNote?: boolean
  /** Where something can be done about it. */
  link?: { href: string; label: string }
}

const SHOWN_REFERENCES = 5
/** How long before its date a request becomes urgent (ms). */
const SOON = 14 * 24 * 3600 * 1000

/** What administrators have to do about personal data, as sentences. Never rejects. */
export async function privacyProblems(role: Role): Promise<PrivacyProblem[]> {
  if (!hasRole(role, 'administrator')) return []
  return [...(await breachProblems()), ...outdatedProblems(), ...noticeProblems(), ...(await requestProblems())]
}

/** `Exercise, “Laptop lost”`, without the first word if the title begins with it. */
function problemName(breach: Breach) {
  const kind = breach.isExercise ? 'Exercise' : 'Breach of personal data'
  const title = titleOf(breach)
  return title.toLowerCase().startsWith(kind.toLowerCase()) ? `“${title}”` : `${kind}, “${title}”`
}

async function breachProblems(): Promise<PrivacyProblem[]> {
  const link = { href: '/admin/privacy/breach', label: 'What to do' }
  try {
    const running = await currentSite().inbox.breaches.running()
    return realFirst(running).map((breach) => ({
      id: `breach-${breach.id}`,
      message: `${problemName(breach)}: ${shownTimeLeft(breach).text}.`,
      ...(breach.isExercise && { isNote: true }),
      link,
    }))
  } catch (err) {
    log.error({ err }, 'The list of breaches cannot be read')
    return [{ id: 'breaches', message: 'The list of breaches, data/breaches.json, cannot be read.', link }]
  }
}

/** A restore has brought back what had been corrected, and the corrected text is nowhere. */
function outdatedProblems(): PrivacyProblem[] {
  const references = currentSite().inbox.outdatedReferences()
  const [first] = references
  if (first === undefined) return []
  const [are, them] = references.length === 1 ? ['is', 'it'] : ['are', 'them']
  return [
    {
      id: 'corrections-lost',
      message: `${countOf(references.length, 'message')} ${are} as before a correction, because an older backup was restored: ${enumerate(references, SHOWN_REFERENCES)}. Correct ${them} again.`,
      link: { href: `/admin/privacy?${new URLSearchParams({ q: first }).toString()}`, label: `Open ${first}` },
    },
  ]
}

function noticeProblems(): PrivacyProblem[] {
  const { inbox, definition } = currentSite()
  const noticeDays = definition.notice?.keptDays(currentSite())
  const { ordinary } = inbox.keepDays
  if (noticeDays === undefined || noticeDays === ordinary) return []
  const message = `The privacy notice says that messages are kept for ${noticeDays} days, and the setting KEEP_MESSAGES_DAYS is ${ordinary}. Change one of them.`
  return [{ id: 'notice-days', message }]
}

async function requestProblems(): Promise<PrivacyProblem[]> {
  const link = { href: '/admin/privacy', label: 'Personal data' }
  try {
    const { open, overdue, due } = await currentSite().inbox.requests.count()
    if (due === undefined) return []
    const by = `${open === 1 ? '' : 'the first '}by ${formatDay(due)}`
    const late = overdue === 0 ? by : open === 1 ? 'and is overdue' : `${overdue} of them overdue`
    const message = `${countOf(open, 'request')} about personal data ${open === 1 ? 'waits' : 'wait'} for an answer, ${late}.`
    return [{ id: 'privacy-requests', message, isNote: due > calendarDay(Date.now() + SOON), link }]
  } catch (err) {
    log.error({ err }, 'The request book cannot be read')
    return [{ id: 'privacy-requests', message: 'The request book, data/privacy-requests.json, cannot be read.', link }]
  }
}
