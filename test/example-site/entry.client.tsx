import { hydrateSite } from '#app/cms/hydrate-site.tsx'
import { PROFILE } from './site-profile.ts'

hydrateSite(PROFILE)
