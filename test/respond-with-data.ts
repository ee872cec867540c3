import { Readable } from 'node:stream'
import { matchRoutes } from '@remix-run/react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { RouteConfigEntry } from '@remix-run/route-config'
import type { Request as ExpressRequest, RequestHandler } from 'express'
import routes from '#app/routes.ts'

interface RouteModule {
  default?: unknown
  loader?: (args: LoaderFunctionArgs) => unknown
  action?: (args: ActionFunctionArgs) => unknown
}

const modules = import.meta.glob<RouteModule>([
  '../app/{site,cms/api}/**/*.tsx',
  '../app/cms/stored-file.tsx',
  '!**/*.test.tsx',
])
const table = routes.flatMap(toRoute)

type RouteObject = Parameters<typeof matchRoutes>[0][number]

function toRoute({ path, index, caseSensitive = false, file, children = [] }: RouteConfigEntry): RouteObject[] {
  if (file.startsWith('cms/admin/')) return []
  const route = { ...(path !== undefined && { path }), caseSensitive, handle: file }
  return [index ? { ...route, index } : { ...route, children: children.flatMap(toRoute) }]
}

/** The response that Remix would send, with the data of a page instead of the page. */
export async function respond(request: Request): Promise<Response> {
  const { pathname, search, origin } = new URL(request.url)
  const page = pathname === '/_root.data' ? '/' : pathname.replace(/\.data$/, '')
  const parts: string[] = []
  let status = 200
  const headers = new Headers({ 'Content-Type': 'text/html' })
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const sent = new Request(origin + page + search, {
    method: request.method,
    headers: request.headers,
    ...(!isRead && { body: await request.arrayBuffer() }),
  })
  for (const { route, params } of matchRoutes(table, page) ?? []) {
    const load = modules[`../app/${String(route.handle)}`]
    const { loader, action, default: component } = (await load?.()) ?? {}
    const run = isRead ? loader : action
    if (!run) continue
    let result: unknown
    try {
      result = await run({ request: sent.clone(), params, context: {} })
    } catch (error) {
      if (!(error instanceof Response)) throw error
      result = error
    }
    if (result instanceof Response && (!component || result.status < 400)) return result
    if (result instanceof Response) {
      status = result.status
      parts.push(await result.text())
    } else {
      const { init } = (result ?? {}) as { init?: ResponseInit }
      status = init?.status ?? status
      for (const [name, value] of new Headers(init?.headers)) headers.set(name, value)
      parts.push(JSON.stringify(result))
    }
  }
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', status === 200 ? 'public, max-age=0' : 'no-store')
  return new Response(parts.join('\n'), { status, headers })
}

/** `respond` as the handler of the host. */
export const renderData: RequestHandler = (request, response, next) => {
  respond(toRequest(request))
    .then(async (rendered) => {
      response.status(rendered.status).set(Object.fromEntries(rendered.headers))
      response.end(Buffer.from(await rendered.arrayBuffer()))
    })
    .catch(next)
}

function toRequest(request: ExpressRequest) {
  const { originalUrl, method } = request
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  const isRead = method === 'GET' || method === 'HEAD'
  return new Request(`http://localhost:3000${originalUrl}`, {
    method,
    headers,
    ...(!isRead && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
  })
}
