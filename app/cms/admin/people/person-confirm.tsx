import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { ConfirmPage } from '#app/cms/editing/ui/dialog.tsx'
import { personIntents } from './people-intents.ts'
import { confirmLoader } from './person.server.ts'
import type { PersonRow } from './shown-person.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = confirmLoader

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  adminMeta(data ? questionOf(data.change, data.person).title : 'Not found')

/**
 * Asks before a person is deactivated or loses the second factor: in a dialog over the page, or on its own page without
 * a script.
 */
export default function PersonConfirmPage() {
  const { person, change } = useLoaderData<typeof loader>()
  const { title, text, button } = questionOf(change, person)
  return (
    <ConfirmPage title={title} closeTo={person.href} button={{ label: button, intent: change }}>
      <p>{text}</p>
      {person.isYou && <p>This is your own account. You will be logged out at once.</p>}
    </ConfirmPage>
  )
}

function questionOf(change: 'deactivate' | 'reset-factor', { name }: PersonRow) {
  return change === personIntents.deactivate
    ? {
        title: `Deactivate ${name}?`,
        text: 'All sessions of this person end at once, and so does the access of programs in this name.',
        button: 'Deactivate',
      }
    : {
        title: `Remove the two-step login of ${name}?`,
        text: 'All sessions of this person end at once, and so does the access of programs in this name. After that, the password alone is enough to log in. Make sure that the request really comes from this person.',
        button: 'Remove two-step login',
      }
}
