import { setSiteProfile } from '#app/cms/platform/site-profile.ts'
import { PROFILE } from '#app/site/profile.ts'

// Before each test file, because one that opens another site sets another profile.
setSiteProfile(PROFILE)
