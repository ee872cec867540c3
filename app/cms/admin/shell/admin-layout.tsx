import { data } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { publishedLongLists } from '#app/cms/content/long-lists.server.ts'
import { recoveredReply } from '#app/cms/editing/server/recovered-reply.server.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { AdminShell } from './admin-shell.tsx'
import { RecoveredFormProvider } from '#app/cms/editing/form/form-notices.tsx'
import { TypedFormOffer } from '#app/cms/editing/form/typed-form-offer.tsx'
import { StatusProvider } from '#app/cms/editing/ui/status-message.tsx'
import { itemIdOf } from '#app/cms/publishing/approval/approval-format.ts'
import { SentFormProvider } from './sent-form.tsx'
import { sidebarGroups } from './sidebar.server.ts'
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
              .flatMap(({ section, release }) => (release === undefined ? itemIdOf(section) : [])),
          ),
          waiting: new Set(
            currentSite()
              .approvals.waiting()
              .flatMap(({ section, release }) => (release === undefined ? itemIdOf(section) : [])),
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

function undoAction({ address, ...undo }: { address: string; entry: string; isRedo?: boolean | undefined }) {
  return { action: address, ...undo }
}
