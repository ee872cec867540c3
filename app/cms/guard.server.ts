import { createGuard } from './people/guard/guard.server.ts'
import { currentSite } from './site.server.ts'

/** The wrappers of loaders and actions that check session, role and origin, for the site of this process. */
export const { adminLoader, adminAction, passwordAction, publicAction, apiRead, apiWrite, apiPublicWrite } =
  createGuard(currentSite)
