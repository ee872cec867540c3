import { redirect, type MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import './check.css'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { readSmallForm } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import type { Finding, Verification } from '#app/cms/operations/verify/findings.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

const PAGE = '/admin/check'

/** How often a page that shows a running check is reloaded (ms). */
const RELOAD_MS = 1_000

/** The running check, and the result of the last one. */
export const loader = adminLoader('editor', () => {
  const { running, last, hasFailed } = currentSite().check.state()
  return { running, last: last && { ...last, finished: formatTimeInSentence(last.finishedAt) }, hasFailed }
})

/** Starts a check unless one is running. The page then shows the running one. */
export const action = adminAction('publisher', async ({ request }) => {
  await readSmallForm(request)
  currentSite().check.start()
  return redirect(PAGE, 303)
})

export const meta: MetaFunction = () => adminMeta('Check the site')

/** Checks every file of the site and shows what has to be corrected. */
export default function CheckPage() {
  const { running, last, hasFailed } = useLoaderData<typeof loader>()
  useReloadWhile(running !== undefined)
  const isDone = !running && !hasFailed && last !== undefined
  return (
    <>
      <PageHead
        title="Check the site"
        action={
          !running && (
            <Form method="post" preventScrollReset>
              <button className="btn btn--primary">{last ? 'Check again' : 'Start the check'}</button>
            </Form>
          )
        }
      >
        The check reads every file and changes nothing. Visitors do not have to wait.
      </PageHead>
      <section className="panel" aria-label="Result">
        <div role="status">
          {running && (
            <p>
              Checking {running.part}. {countOf(running.files, 'file')} read so far. <Link to={PAGE}>Reload</Link>
            </p>
          )}
          {!running && hasFailed && <p>The check did not finish. The reason is in the server log.</p>}
          {!running && !hasFailed && !last && <p>The site has not been checked since it was started.</p>}
        </div>
        {!running && last && <Result {...last} />}
      </section>
      <section className="panel" aria-labelledby="covered">
        <header className="panel__head">
          <h2 id="covered">{isDone ? 'What was checked' : 'What is checked'}</h2>
        </header>
        <ul className={isDone ? 'check-covered check-covered--done' : 'check-covered'}>
          {COVERED.map((part) => (
            <li key={part}>
              {isDone && <Icon name="check" />}
              {part}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

const COVERED = [
  'Content: each file can be read and follows the rules of its section',
  'Files and pages that the content uses: they are there',
  'Uploads: none was changed or lost',
  'History: each earlier version can be read',
  'Messages and accounts: each can be read',
  'The disk: enough space is free',
]

/** Reloads the data of the page repeatedly. Without JavaScript there is a link. */
function useReloadWhile(isRunning: boolean) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isRunning || state !== 'idle') return undefined
    const timer = setTimeout(revalidate, RELOAD_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [isRunning, revalidate, state])
}

/** The findings of a check: problems, then notes. */
function Result({ findings, checked, finished }: Verification & { finished: string }) {
  const problems = findings.filter(({ severity }) => severity === 'problem')
  const notes = findings.filter(({ severity }) => severity === 'note')
  return (
    <>
      <div className={`status check-result${problems.length > 0 ? ' status--bad' : ''}`}>
        <Icon name={problems.length === 0 ? 'check' : 'alert'} />
        <p>
          <b>
            {problems.length === 0 ? 'No problems were found' : `${countOf(problems.length, 'problem')} found`}
            {notes.length > 0 && `, ${countOf(notes.length, 'note')}`}.
          </b>{' '}
          <span>
            {countOf(checked.files, 'file')} ({formatBytes(checked.bytes)}) checked {finished}.
          </span>
        </p>
      </div>
      {problems.length > 0 && <FindingList title={countOf(problems.length, 'problem')} findings={problems} />}
      {notes.length > 0 && <FindingList title={countOf(notes.length, 'note')} findings={notes} />}
    </>
  )
}

function FindingList({ title, findings }: { title: string; findings: readonly Finding[] }) {
  return (
    <section className="panel">
      <header className="panel__head">
        <h2>{title}</h2>
      </header>
      <ul className="attention">
        {findings.map(({ severity, what, remedy, href }, index) => (
          <li key={index} className={severity === 'note' ? 'attention__item--note' : undefined}>
            <b>{what}</b>{' '}
            <span>
              {remedy}
              {href !== undefined && (
                <>
                  {' '}
                  <Link to={href}>
                    Open<span className="visually-hidden"> the place to correct it</span>
                  </Link>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
