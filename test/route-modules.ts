import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { RouteConfigEntry } from '@remix-run/route-config'
import routes from '#app/routes.ts'

export interface RouteModule {
  loader?: (args: LoaderFunctionArgs) => unknown
  action?: (args: ActionFunctionArgs) => unknown
  ErrorBoundary?: unknown
}

const modules = import.meta.glob<RouteModule>('../app/{cms/{admin,api},site/{admin,sections,collections}}/**/*.tsx')

/**
 * The modules of the administrator area and the API in the route table, by path below `app/`. So a test of every route
 * covers a new one as soon as it is in the table.
 */
export const routeFiles: readonly string[] = filesBelow(/^(?:cms\/(?:admin|api)|site\/admin)\//)

/** The modules of sections and collections in the route table: the fields and lists that screens of the administrator area show. */
export const sectionFiles: readonly string[] = filesBelow(/^site\/(?:sections|collections)\//)

function filesBelow(folder: RegExp) {
  return [...new Set(routes.flatMap(filesOf))].filter((file) => folder.test(file))
}

function filesOf({ file, children = [] }: RouteConfigEntry): string[] {
  return [file, ...children.flatMap(filesOf)]
}

export async function loadRoute(file: string): Promise<RouteModule> {
  const loadModule = modules[`../app/${file}`]
  if (!loadModule) throw new Error(`${file} is in the route table but not in the folder`)
  return loadModule()
}
