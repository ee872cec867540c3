import { setSiteProfile } from '#app/cms/platform/site-profile.ts'
import { PROFILE } from '#app/site/profile.ts'

// For programs that use the content system without opening a site.
setSiteProfile(PROFILE)
