import { adminLoader } from '#app/guard.server.ts'

export { AdminError as ErrorBoundary } from './admin-page.tsx'

/** Any deeper address of the administrator area that is none. Guarded, so that it does not tell which ones there are. */
export const loader = adminLoader(() => {
  throw new Response('There is no such page.', { status: 404 })
})

/** A route without a component returns data; this one always returns its error page. */
export default function NotFound() {
  return null
}
