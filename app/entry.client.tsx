import { hydrateSite } from './cms/hydrate-site.tsx'
import { PROFILE } from './site/profile.ts'

hydrateSite(PROFILE)
