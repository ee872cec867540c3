import { adminLoader } from '#app/cms/guard.server.ts'

export { AdminError as ErrorBoundary } from './admin-page.tsx'

/** Handles any unknown address of the administrator area. Guarded, so that it does not reveal which addresses exist. */
export const loader = adminLoader('editor', () => {
  throw new Response('There is no such page.', { status: 404 })
})

/** Never shown. A route without a component would respond with data instead of its error page. */
export default function NotFound() {
  return null
}
