import { expect } from 'vitest'
import { setSiteProfile } from '#app/cms/platform/site-profile.ts'
import { PROFILE as COMPANY } from '#app/site/profile.ts'
import { PROFILE as EXAMPLE } from './example-site/profile.ts'

// Before each test file, because one that opens another site sets another profile. The content system is tried on the
// example.
setSiteProfile(expect.getState().testPath?.includes('/app/cms/') ? EXAMPLE : COMPANY)
