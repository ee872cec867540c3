import type { SiteProfile } from '#app/cms/platform/site-profile.ts'

export const PROFILE: SiteProfile = {
  name: 'bramble-lane-bakery',
  tokenPrefix: 'bramble_',
  language: 'en-GB',
  timeZone: { id: 'Europe/London', place: 'London' },
  logo: { image: '/images/logo.svg', width: 120, height: 48, mark: '/images/logo-mark.svg' },
  examples: { page: '/', slug: 'country-loaf', document: '/uploads/documents/price-list.pdf' },
  files: { ownAddresses: [] },
}
