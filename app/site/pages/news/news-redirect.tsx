import { redirect } from '@remix-run/node'

/** `/news`: all articles are on the page of news and events. */
export function loader() {
  return redirect('/events', 308)
}
