import type { SiteProfile } from '#app/cms/platform/site-profile.ts'

export const PROFILE: SiteProfile = {
  name: 'bramble-lane-bakery',
  tokenPrefix: 'bramble_',
  language: 'en-GB',
  timeZone: { id: 'Europe/London', place: 'London' },
  files: { ownAddresses: [] },
}
