import { data } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { adminLoader } from '#app/auth/guard/guard.server.ts'
import { health } from '#app/platform/health.server.ts'
import { readFlash } from '#app/http/flash.server.ts'
import { inbox } from '#app/inbox/inbox.server.ts'
import { siteContent } from '#app/sections/site-content.server.ts'
import { site } from '#app/sections/site/site.ts'
import { AdminShell } from './admin-shell.tsx'
import { DraftProvider } from '#app/editing/conflict/draft.tsx'
import { StatusProvider } from '#app/editing/ui/status-message.tsx'
import { sidebarGroups } from './sidebar.server.ts'
import { draftReply } from '#app/admin/editor/draft-reply.server.ts'
import './admin.css'

/** Who is signed in, what waits for attention, the message the last answer left, and a form cut short. */
export const loader = adminLoader(async ({ request, admin }) => {
  const { flash, headers } = readFlash(request)
  return data(
    {
      username: admin.username,
      companyName: siteContent.find(site)?.value.companyName ?? '',
      faultCount: siteContent.faults().length,
      problemCount: health.problems().length,
      groups: sidebarGroups(await inbox.countUnread()),
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
