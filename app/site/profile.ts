import type { SiteProfile } from '#app/cms/platform/site-profile.ts'

/** Separate from `site.config.ts`, because browsers load it too. */
export const PROFILE: SiteProfile = {
  name: 'polymer-website',
  tokenPrefix: 'polymer_',
  language: 'en-IN',
  timeZone: { id: 'Asia/Kolkata', place: 'India' },
  files: { ownAddresses: ['policies'] },
}
