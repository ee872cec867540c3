import { data, type MetaFunction } from '@remix-run/node'
import '../look.css'

/** Every address without another route. */
export const loader = () => data(null, { status: 404 })

export const meta: MetaFunction = () => [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]

export default function NotFound() {
  return (
    <main className="shop">
      <h1>Page not found</h1>
      <a href="/">To the shop</a>
    </main>
  )
}
