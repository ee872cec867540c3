import { siteViewPageLoader } from './site-view.server.tsx'

export const loader = siteViewPageLoader
