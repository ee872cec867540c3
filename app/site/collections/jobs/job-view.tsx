import type { ReactNode } from 'react'
import { formatLongDay } from '#app/cms/platform/format/day.ts'
import { ButtonLink } from '#app/cms/ui/content-link.tsx'
import { Prose } from '#app/cms/ui/prose.tsx'
import type { Careers } from '#app/site/sections/careers/careers.ts'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { Steps } from '#app/site/sections/shared/steps.tsx'
import type { Crumb } from '#app/site/ui/page/breadcrumb.tsx'
import { ErrorPage } from '#app/site/ui/page/error-page.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import type { Job } from './jobs.ts'
import type { OpenJob } from './open-jobs.ts'
import { OpenPositions } from './open-positions.tsx'
import { labelOfKind } from './kinds-of-work.ts'
import './job-view.css'

export const CAREERS_TRAIL: Crumb[] = [{ label: 'Careers', to: '/careers' }]

interface JobViewProps {
  job: Pick<Job, 'title' | 'place' | 'kind' | 'reference' | 'posted' | 'closes'>
  /** The text as HTML. */
  html: string
  /** Where applications are sent; undefined if it is not known. */
  email: string | undefined
  apply: Pick<Careers, 'applyTitle' | 'steps'>
  /** The other open positions. */
  others?: OpenJob[]
}

/** The page of an open position: what is offered, and beside it how to apply. */
export function JobView({ job, html, email, apply, others = [] }: JobViewProps) {
  const address = email === undefined ? undefined : applicationAddress(email, job)
  return (
    <>
      <PageIntro title={job.title} trail={CAREERS_TRAIL} aside={<JobFacts job={job} />}>
        <div className="job-button">
          {address === undefined ? (
            <ButtonLink to="/contactus">Contact us</ButtonLink>
          ) : (
            <ButtonLink to={address}>Apply by e-mail</ButtonLink>
          )}
        </div>
      </PageIntro>
      <div className="section">
        <div className="wrap job">
          <Prose html={html} />
          <section className="job-apply" aria-labelledby="apply-title">
            <h2 id="apply-title">{bindLastWords(apply.applyTitle)}</h2>
            {address !== undefined && (
              <p>
                Send a CV and a short letter to <a href={address}>{email}</a>
                {job.reference !== '' && (
                  <>
                    , with the reference <b>{job.reference}</b> in the subject
                  </>
                )}
                .
              </p>
            )}
            <Steps steps={apply.steps} />
            {address !== undefined && (
              <ButtonLink to={address} variant="line">
                Apply by e-mail
              </ButtonLink>
            )}
          </section>
        </div>
      </div>
      <OpenPositions title="Other open positions" jobs={others} />
    </>
  )
}

function JobFacts({ job: { place, kind, posted, closes } }: Pick<JobViewProps, 'job'>) {
  return (
    <dl className="job-facts">
      <Fact term="Place">{place}</Fact>
      <Fact term="Employment">{labelOfKind(kind)}</Fact>
      {closes === '' ? (
        <Fact term="Open">Until filled</Fact>
      ) : (
        <Fact term="Apply by">
          <time dateTime={closes}>{formatLongDay(closes)}</time>
        </Fact>
      )}
      <Fact term="Posted">
        <time dateTime={posted}>{formatLongDay(posted)}</time>
      </Fact>
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Opens a message with the position in its subject. */
function applicationAddress(email: string, { title, reference }: Pick<Job, 'title' | 'reference'>) {
  const subject = reference === '' ? title : `${reference}: ${title}`
  return `mailto:${email}?subject=${encodeURIComponent(subject)}`
}

export const CLOSED = 'This position is filled or closed'

/** Shown at the address of a position that is closed, with status 410. `job` is undefined if it was removed. */
export function ClosedJob({ job }: { job: Pick<Job, 'title' | 'reference' | 'closes'> | undefined }) {
  const text = job
    ? `“${job.title}”${job.reference && ` (${job.reference})`} was open until ${formatLongDay(job.closes)}. Applications are no longer accepted.`
    : 'Applications are no longer accepted.'
  return (
    <ErrorPage code={410} title={CLOSED} text={text}>
      <ButtonLink to="/careers">Careers</ButtonLink>
      <ButtonLink to="/contactus" variant="line">
        Contact us
      </ButtonLink>
    </ErrorPage>
  )
}
