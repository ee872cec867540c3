import type { ReactNode } from 'react'
import { formatLongDay } from '#app/cms/platform/format/day.ts'
import { ButtonLink } from '#app/cms/ui/content-link.tsx'
import { Prose } from '#app/cms/ui/prose.tsx'
import { ApplySection, type ApplyTexts } from '#app/site/sections/careers/careers-page.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import type { Crumb } from '#app/site/ui/page/breadcrumb.tsx'
import { ErrorPage } from '#app/site/ui/page/error-page.tsx'
import type { Job } from './jobs.ts'
import { labelOfKind } from './kinds-of-work.ts'
import './job-view.css'

export const CAREERS_TRAIL: Crumb[] = [{ label: 'Careers', to: '/careers' }]

interface JobViewProps {
  job: Pick<Job, 'title' | 'place' | 'kind' | 'reference' | 'posted' | 'closes'>
  /** The text as HTML. */
  html: string
  /** Where applications are sent; undefined if it is not known. */
  email: string | undefined
  apply: ApplyTexts
}

/** The page of an open position. */
export function JobView({ job, html, email, apply }: JobViewProps) {
  const { title, place, kind, reference, posted, closes } = job
  return (
    <>
      <PageIntro title={title} trail={CAREERS_TRAIL} lead={`${place}, ${labelOfKind(kind).toLowerCase()}`} />
      <div className="job">
        <div className="wrap job__grid">
          <dl className="job__facts">
            <Fact term="Place">{place}</Fact>
            <Fact term="Kind of work">{labelOfKind(kind)}</Fact>
            {reference !== '' && <Fact term="Reference">{reference}</Fact>}
            <Fact term="Posted">
              <time dateTime={posted}>{formatLongDay(posted)}</time>
            </Fact>
            {closes !== '' && (
              <Fact term="Apply by">
                <time dateTime={closes}>{formatLongDay(closes)}</time>
              </Fact>
            )}
          </dl>
          <Prose html={html} />
        </div>
      </div>
      <ApplySection content={apply} email={email} position={{ title, reference }} />
    </>
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
