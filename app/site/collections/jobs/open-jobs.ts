import { pagesOf } from '#app/cms/define/collection-pages.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { jobs, type Job } from './jobs.ts'

/** An open position as the careers page lists it. */
export interface OpenJob extends Pick<Job, 'title' | 'place' | 'kind' | 'closes'> {
  href: string
}

/** The open positions, the newest first. */
export function openJobs(site: SiteReader): OpenJob[] {
  return pagesOf(site, jobs)
    .listed()
    .map(({ title, href = '', value: { place, kind, closes } }) => ({ title, href, place, kind, closes }))
}
