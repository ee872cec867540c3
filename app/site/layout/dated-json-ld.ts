import type { MetaDescriptor } from '@remix-run/react'
import { PROFILE } from '#app/site/profile.ts'
import { CONTEXT, type Company, type DescribedPage } from './json-ld.ts'

// Beside `json-ld.ts`, which every page loads: few pages are about something with a day.

interface DatedArticle {
  title: string
  lead: string
  image: string
  /** ISO 8601, as `modified`. */
  published: string
  modified: string
}

/** A news article. */
export function newsArticleData(
  { company, url, addressOfImage }: DescribedPage,
  { title, lead, image, published, modified }: DatedArticle,
): MetaDescriptor {
  const publisher = organization(company)
  const address = addressOfImage(image)
  return {
    'script:ld+json': {
      '@context': CONTEXT,
      '@type': 'NewsArticle',
      headline: title,
      description: lead,
      datePublished: published,
      dateModified: modified,
      ...(address !== undefined && { image: [address] }),
      mainEntityOfPage: url,
      url,
      inLanguage: PROFILE.language,
      author: publisher,
      publisher,
    },
  }
}

interface DatedEvent {
  title: string
  /** YYYY-MM-DD */
  from: string
  /** Empty if it has one day. */
  to: string
  /** Begins with the city: `Mumbai, exhibition centre`. */
  place: string
  /** Days, place and text in words. */
  summary: string
  image: string
}

/** An event at a place. */
export function eventData(
  { company, url, addressOfImage }: DescribedPage,
  { title, from, to, place, summary, image }: DatedEvent,
): MetaDescriptor {
  const address = addressOfImage(image)
  return {
    'script:ld+json': {
      '@context': CONTEXT,
      '@type': 'Event',
      name: title,
      description: summary,
      startDate: from,
      endDate: to === '' ? from : to,
      eventStatus: `${CONTEXT}/EventScheduled`,
      eventAttendanceMode: `${CONTEXT}/OfflineEventAttendanceMode`,
      location: {
        '@type': 'Place',
        name: place,
        address: { '@type': 'PostalAddress', addressLocality: place.split(',')[0]?.trim() },
      },
      ...(address !== undefined && { image: [address] }),
      url,
      organizer: organization(company),
    },
  }
}

/** The company as the publisher or the organizer of something. */
function organization({ name, origin }: Company) {
  return { '@type': 'Organization', '@id': `${origin}/#organization`, name, url: `${origin}/` }
}
