import type { MetaDescriptor } from '@remix-run/react'
import type { DescribedPage } from '#app/site/layout/json-ld.ts'
import type { Job } from './jobs.ts'
import type { KindOfWork } from './kinds-of-work.ts'

interface PostedJob extends Pick<Job, 'title' | 'place' | 'kind' | 'reference' | 'posted'> {
  /** The text as HTML. */
  html: string
  /** The end of the closing day, ISO 8601; undefined if it has none. */
  validThrough: string | undefined
}

/** The country of all places. */
const COUNTRY = 'IN'

/** The words of schema.org. It has none for an apprenticeship. */
const EMPLOYMENT_TYPES: Record<KindOfWork, string> = {
  'full-time': 'FULL_TIME',
  'part-time': 'PART_TIME',
  apprenticeship: 'OTHER',
  contract: 'CONTRACTOR',
}

/** An open position in the vocabulary of schema.org, for search engines that list jobs. */
export function jobPostingData({ company, url }: DescribedPage, job: PostedJob): MetaDescriptor {
  const { title, place, kind, reference, posted, html, validThrough } = job
  const { name, origin } = company
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'JobPosting',
      title,
      description: html,
      datePosted: posted,
      ...(validThrough !== undefined && { validThrough }),
      employmentType: EMPLOYMENT_TYPES[kind],
      ...(reference !== '' && { identifier: { '@type': 'PropertyValue', name, value: reference } }),
      hiringOrganization: { '@type': 'Organization', name, sameAs: `${origin}/`, logo: `${origin}/icon-512.png` },
      jobLocation: {
        '@type': 'Place',
        address: { '@type': 'PostalAddress', addressLocality: place, addressCountry: COUNTRY },
      },
      // Applications are sent by e-mail.
      directApply: false,
      url,
    },
  }
}
