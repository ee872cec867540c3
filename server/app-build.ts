import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import type { HostInterface } from '#app/cms/host-interface.ts'
import { isAdminAddress, isApiAddress } from './middleware/request-address.ts'

/** The build of the app, whose entry module also exports the interface for the host. */
interface AppBuild extends ServerBuild {
  entry: { module: ServerBuild['entry']['module'] & { hostInterface: HostInterface } }
}

/** Imports the server build of the app. Rejects with a message for people if the file is none. */
export async function loadBuild(file: string): Promise<AppBuild> {
  const build: unknown = await import(pathToFileURL(file).href)
  if (!isAppBuild(build)) throw new Error(`${file} is not a build of the app. Make one: npm run build`)
  return build
}

/** `npm run build` makes the app and this host from the same sources, so the parts of the interface need no check. */
function isAppBuild(module: unknown): module is AppBuild {
  const entry = objectIn(module, 'entry')
  return objectIn(module, 'routes') !== undefined && objectIn(objectIn(entry, 'module'), 'hostInterface') !== undefined
}

function objectIn(value: unknown, name: string): object | undefined {
  const part: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof part === 'object' && part !== null ? part : undefined
}

/**
 * Makes something of the part of the build that each area needs: the API its routes, staff all of them, visitors all
 * others. The function that is returned gives it for a request target.
 */
export function byArea<Made>(build: ServerBuild, make: (part: ServerBuild) => Made): (target: string) => Made {
  const [ofApi, ofStaff, ofVisitors] = [make(onlyApi(build)), make(build), make(withoutStaff(build))]
  return (target) => (isApiAddress(target) ? ofApi : isAdminAddress(target) ? ofStaff : ofVisitors)
}

/**
 * The build without the routes of staff, for all pages of visitors: Remix and React Router compare an address with all
 * routes that they know, several times for each request, and three quarters of them are screens of staff.
 */
export function withoutStaff(build: ServerBuild): ServerBuild {
  const isOfStaff = (id: string): boolean => lineOf(build, id).some(({ path }) => /^admin(?:\/|$)/.test(path ?? ''))
  return withRoutes(build, (id) => !isOfStaff(id))
}

/** The build with the routes of the API alone, for the requests to it. One of them takes all unknown addresses. */
function onlyApi(build: ServerBuild): ServerBuild {
  const needed = Object.entries(build.routes).flatMap(([id, route]) =>
    /^api(?:\/|$)/.test(route.path ?? '') ? lineOf(build, id).map((each) => each.id) : [],
  )
  const kept = new Set(needed)
  return withRoutes(build, (id) => kept.has(id))
}

/** A route and the routes that it is below. */
function lineOf(
  { routes }: Pick<ServerBuild, 'routes'>,
  id: string | undefined,
): { id: string; path?: string | undefined }[] {
  const route = id === undefined ? undefined : routes[id]
  return route ? [route, ...lineOf({ routes }, route.parentId)] : []
}

function withRoutes(build: ServerBuild, isKept: (id: string) => boolean): ServerBuild {
  const kept = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => isKept(id)))
  return { ...build, routes: kept(build.routes), assets: { ...build.assets, routes: kept(build.assets.routes) } }
}
