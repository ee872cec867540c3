import { createGuard } from './auth/guard/guard.server.ts'
import { currentSite } from './site.server.ts'

/** The wrappers of loaders and actions that decide who may do what, for the site of this process. */
export const { adminLoader, adminAction, publicAction, apiWrite, apiPublicWrite } = createGuard(currentSite)
