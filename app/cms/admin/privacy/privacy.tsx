import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { Empty } from '#app/cms/editing/ui/empty.tsx'
import { ListToolbar } from '#app/cms/editing/ui/list-toolbar.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { spanOfDays } from '#app/cms/platform/format/words.ts'
import { privacyIntents } from './privacy-intents.ts'
import { privacyAction, privacyLoader } from './privacy.server.ts'
import { FoundMessages } from './found-messages.tsx'
import { RequestPanel } from './request-panel.tsx'
import './privacy.css'

export { PasswordBoundary as ErrorBoundary } from '#app/cms/admin/confirm/password-boundary.tsx'

export const loader = privacyLoader
export const action = privacyAction
export const clientAction = keepTyped(privacyIntents)

export const meta: MetaFunction = () => adminMeta('Personal data')

/** What the site holds of a person, and what people have asked about their data. */
export default function PrivacyPage() {
  const { query, rows, damaged, keepDays, noticeDays } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Personal data"
        action={
          <Link className="btn" to="/admin/privacy/breach">
            <Icon name="alert" />
            After a breach
          </Link>
        }
      >
        What visitors have sent, person by person. Messages are removed automatically after {spanOfDays(keepDays)}.
      </PageHead>
      {noticeDays !== undefined && noticeDays !== keepDays && (
        <div className="status status--note" role="alert">
          <Icon name="alert" />
          <p>
            <b>The privacy notice says {noticeDays.toLocaleString('en')} days</b>{' '}
            <span>
              The server keeps messages for {keepDays.toLocaleString('en')} days (setting KEEP_MESSAGES_DAYS). Change
              one of them.
            </span>
          </p>
        </div>
      )}
      <ListToolbar
        label="Person"
        tabs={[]}
        search={{
          action: '/admin/privacy',
          hidden: {},
          label: 'Find a person',
          placeholder: 'E-mail, telephone, name or reference',
          query,
          clearHref: '/admin/privacy',
        }}
      />
      {query !== '' && (rows.length + damaged.length === 0 ? <NobodyFound query={query} /> : <FoundMessages />)}
      <div className="settings">
        <RequestPanel />
      </div>
    </>
  )
}

function NobodyFound({ query }: { query: string }) {
  return (
    <Empty title={`Nothing is held for “${query}”`}>
      Three characters or more are needed. Words of a message are not searched here.
    </Empty>
  )
}
