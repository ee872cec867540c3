import type { SiteProfile } from '#app/cms/platform/site-profile.ts'

/** Separate from `site.config.ts`, because browsers load it too. */
export const PROFILE: SiteProfile = {
  name: 'polymer-website',
  tokenPrefix: 'polymer_',
  language: 'en-IN',
  timeZone: { id: 'Asia/Kolkata', place: 'India' },
  logo: { image: '/images/logo.svg', width: 145, height: 48, mark: '/images/logo-mark.svg' },
  examples: {
    page: '/products',
    slug: 'hffr-compound',
    document: '/uploads/reports/annual-report-2024-25.pdf',
  },
  files: { ownAddresses: ['policies'] },
}
