import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { redirectFrom } from '#app/cms/define/collection-pages.ts'
import { currentSite } from '#app/cms/site.server.ts'
import '../look.css'

/** Every address without another route. */
export function loader({ request }: LoaderFunctionArgs) {
  const to = redirectFrom(currentSite(), new URL(request.url).pathname)
  if (to) throw redirect(to, 308)
  return data({ isGone: to === '' }, { status: to === '' ? 410 : 404 })
}

export const meta: MetaFunction = () => [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]

export default function NotFound() {
  const { isGone } = useLoaderData<typeof loader>()
  return (
    <main className="shop">
      <h1>{isGone ? 'This page was removed' : 'Page not found'}</h1>
      <a href="/">To the shop</a>
    </main>
  )
}
