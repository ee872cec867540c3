import { randomUUID } from 'node:crypto'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { z } from 'zod'
import { publishedLongLists } from '#app/cms/content/long-lists.server.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { AdminShell } from './admin-shell.tsx'
import { RecoveredFormProvider } from '#app/cms/editing/form/form-notices.tsx'
import { TypedFormOffer } from '#app/cms/editing/form/typed-form-offer.tsx'
import { StatusProvider } from '#app/cms/editing/ui/status-message.tsx'
import { subjectOf } from '#app/cms/publishing/approval/approval-format.ts'
import { SentFormProvider } from './sent-form.tsx'
import { sidebarGroups } from './sidebar.server.ts'
import { leaveOutNameOf, listOfPaste, othersNameOf, type PastedTable } from '#app/cms/editing/lists/pasted-table.ts'
import { contentFields, intentOf } from '#app/cms/platform/http/form-envelope.ts'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import './admin.css'
import { currentSite } from '#app/cms/site.server.ts'

/**
 * The person who is signed in, the links of the sidebar, the numbers of problems, the message of the last response, and
 * a form whose session had ended.
 */
export const loader = adminLoader(
  'editor',
  async ({ request, user }) => {
    const unread = await currentSite().inbox.countUnread()
    const { flash, headers } = currentSite().flash.readFlash(request)
    return data(
      {
        name: user.name,
        companyName: currentSite().definition.companyName(currentSite()),
        faultCount:
          currentSite().content.faults().length +
          publishedLongLists(currentSite().sections.all(), currentSite().content).length,
        problemCount: currentSite().health.problems().length,
        groups: sidebarGroups({
          definition: currentSite().definition,
          role: user.role,
          unreadMessages: unread === 'reading' ? undefined : unread,
          drafts: new Set(
            currentSite()
              .drafts.list()
              .flatMap(({ section, release }) => (release === undefined ? subjectOf(section) : [])),
          ),
          waiting: new Set(
            currentSite()
              .approvals.waiting()
              .flatMap(({ section, release }) => (release === undefined ? subjectOf(section) : [])),
          ),
        }),
        flash,
        recovered: recoveredReply(request, user.id),
        /** Whose typed texts the browser may show. */
        person: user.id,
      },
      { headers },
    )
    // The shell also surrounds the page that sets up a required second factor.
  },
  { withoutSecondFactor: true },
)

/**
 * What this person typed into the form at the request's address before the session ended, in the shape of a refused
 * save. Undefined if nothing is stored.
 */
function recoveredReply(request: Request, account: string): SaveReply | undefined {
  const form = currentSite().auth.recoveredForms.findForm(request, account)
  if (!form) return undefined
  const typed = new FormData()
  // Leave out Conform's intents, such as adding a row: the user can press that button again.
  for (const [name, value] of form.fields) if (!name.startsWith('__')) typed.append(name, value)
  const textOf = (name: string) => {
    const value = typed.get(name)
    return typeof value === 'string' ? value : undefined
  }
  return {
    // Nothing is checked yet: the form is shown as it was typed.
    result: parseWithZod(contentFields(typed, randomUUID), { schema: z.looseObject({}) }).reply(),
    version: textOf('version') ?? '',
    recovered: { intent: intentOf(typed), fileNames: form.fileNames, cause: form.cause },
    furtherPasted: pastedTexts(typed),
  }
}

/** The tables that were pasted into lists of a form, which are compared when the person asks for that again. */
function pastedTexts(typed: FormData): PastedTable[] {
  return [...typed].flatMap(([name, text]) => {
    const list = listOfPaste(name)
    if (list === undefined || typeof text !== 'string' || text.trim() === '') return []
    const [removesOthers, leavesOut] = [typed.has(othersNameOf(list)), typed.has(leaveOutNameOf(list))]
    const nothing = { unknown: [], decimalCommas: [], above: 0, columns: [], rows: [], others: 0, problems: [] }
    return { list, text: text.replace(/\r\n?/g, '\n'), removesOthers, leavesOut, isEmpty: true as const, ...nothing }
  })
}

/** The shell of every page behind the sign-in. */
export default function AdminLayout() {
  const { flash, recovered, person, ...shell } = useLoaderData<typeof loader>()
  // Memoized for one response: a dismissed message must not come back.
  const status = useMemo(() => flash && { ...flash, undo: flash.undo && undoAction(flash.undo) }, [flash])
  return (
    <StatusProvider status={status}>
      <AdminShell {...shell}>
        <TypedFormOffer person={person} isRecovered={recovered !== undefined} />
        <RecoveredFormProvider reply={recovered}>
          <SentFormProvider>
            <Outlet />
          </SentFormProvider>
        </RecoveredFormProvider>
      </AdminShell>
    </StatusProvider>
  )
}

function undoAction({ address, entry }: { address: string; entry: string }) {
  return { action: address, entry }
}
