import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { momentOfSite } from '#app/cms/platform/site-time.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { openJobs } from '#app/site/collections/jobs/open-jobs.ts'
import { jobPostingData } from '#app/site/collections/jobs/job-posting.ts'
import { CAREERS_TRAIL, CLOSED, ClosedJob, JobView } from '#app/site/collections/jobs/job-view.tsx'
import { jobs } from '#app/site/collections/jobs/jobs.ts'
import { labelOfKind } from '#app/site/collections/jobs/kinds-of-work.ts'
import { findEntry, noEntry } from '#app/site/layout/entry-page.server.ts'
import { leaveOut } from '#app/site/sections/shared/leave-out.ts'
import { hiddenPageMeta, noEntryMeta, pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { careers } from '#app/site/sections/careers/careers.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { NoEntryPage } from '#app/site/ui/page/missing-page.tsx'

export const handle = { isForCustomers: false } satisfies SiteHandle

/** The page of an open position: 308 from an address that has moved, 410 if it is closed, 404 if there has been none. */
export function loader({ params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>) {
  const site = currentSite()
  const found = findEntry(jobs, params['address'], request)
  if (found.state === 'gone') {
    const ended = found.ended?.value
    const closed = ended && { title: ended.title, reference: ended.reference, closes: ended.closes }
    return data({ state: found.state, closed }, { status: 410 })
  }
  if (found.state !== 'shown') return noEntry(found.state)
  const { value, isListed } = found.entry
  const texts = site.content.find(careers)?.value
  return data({
    state: found.state,
    isListed,
    job: leaveOut(value, 'body', 'address', 'visibility'),
    /** The end of the closing day. */
    validThrough: value.closes === '' ? undefined : momentOfSite(value.closes, '23:59'),
    html: renderMarkdown(value.body, { pageBase: site.pageBase, firstHeading: 2 }),
    email: site.content.find(siteDetails)?.value.contacts.employmentEmail,
    titlePicture: site.media.library.titlePictures.addressOf({ file: texts?.image ?? '', title: value.title }),
    others: openJobs(site).filter(({ href }) => href !== new URL(request.url).pathname),
    apply: { applyTitle: texts?.applyTitle ?? 'Apply', steps: texts?.steps ?? [] },
  })
}

export const meta: PageMeta<typeof loader> = (page) => {
  const shown = page.data
  if (shown?.state === 'gone') return hiddenPageMeta(page, CLOSED)
  if (shown?.state !== 'shown') return noEntryMeta(page, shown?.state, 'Careers')
  const { job, html, validThrough, titlePicture, isListed } = shown
  const { title, place, kind, reference } = job
  return pageMeta(page, {
    share: 'job',
    titlePicture,
    title,
    description: `${title}. ${labelOfKind(kind)} in ${place}.${reference && ` Reference ${reference}.`}`,
    trail: CAREERS_TRAIL,
    isUnlisted: !isListed,
    structured: (described) => (isListed ? [jobPostingData(described, { ...job, html, validThrough })] : []),
  })
}

export default function JobRoute() {
  const page = useLoaderData<typeof loader>()
  if (page.state === 'shown') return <JobView {...page} />
  if (page.state === 'gone') return <ClosedJob job={page.closed} />
  return <NoEntryPage state={page.state} name="Careers" />
}
