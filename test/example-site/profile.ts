import type { SiteProfile } from '#app/cms/platform/site-profile.ts'

export const PROFILE: SiteProfile = {
  name: 'bramble-lane-bakery',
  tokenPrefix: 'bramble_',
  language: 'en-LK',
  timeZone: { id: 'Asia/Colombo', place: 'Sri Lanka' },
  logo: { image: '/images/logo.svg', width: 120, height: 48, mark: '/images/logo-mark.svg' },
  examples: { page: '/album', slug: 'country-loaf', document: '/uploads/documents/allergens.pdf' },
  files: { ownAddresses: ['menus'] },
}
