import { hydrateSite } from '#app/cms/hydrate-site.tsx'
import { PROFILE } from './profile.ts'

hydrateSite(PROFILE)
