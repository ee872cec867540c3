import { data } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { adminLoader } from '#app/guard.server.ts'
import { site } from '#app/sections/site/site.ts'
import { AdminShell } from './admin-shell.tsx'
import { DraftProvider } from '#app/editing/conflict/draft.tsx'
import { StatusProvider } from '#app/editing/ui/status-message.tsx'
import { sidebarGroups } from './sidebar.server.ts'
import { draftReply } from '#app/admin/editor/draft-reply.server.ts'
import './admin.css'
import { currentSite } from '#app/site.server.ts'

/** Who is signed in, what waits for attention, the message the last answer left, and a form cut short. */
export const loader = adminLoader(async ({ request, admin }) => {
  const { flash, headers } = currentSite().flash.readFlash(request)
  return data(
    {
      username: admin.username,
      companyName: currentSite().content.find(site)?.value.companyName ?? '',
      faultCount: currentSite().content.faults().length,
      problemCount: currentSite().health.problems().length,
      groups: sidebarGroups(await currentSite().inbox.countUnread()),
      flash,
      draft: draftReply(request),
    },
    { headers },
  )
})

/** The shell of every page behind the sign-in. */
export default function AdminLayout() {
  const { flash, draft, ...shell } = useLoaderData<typeof loader>()
  // The same message as long as the same answer stands: one that was dismissed must not come back.
  const status = useMemo(() => flash && { ...flash, undo: flash.undo && undoAction(flash.undo) }, [flash])
  return (
    <StatusProvider status={status}>
      <AdminShell {...shell}>
        <DraftProvider draft={draft}>
          <Outlet />
        </DraftProvider>
      </AdminShell>
    </StatusProvider>
  )
}

function undoAction({ section, entry }: { section: string; entry: string }) {
  return { action: `/admin/${section}`, entry }
}
