import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folders of the sites: this one, and the one that proves that the content system serves another company. */
const SITES = ['app', 'test/example-site']

/**
 * The files of the modules in the route tables, for tools that read source text: those that a route table names, and
 * those that the definition of a section or a collection names.
 */
export const routeModules = [
  ...modulesNamedIn('app/cms/cms-routes.ts', 'app'),
  ...modulesNamedIn('app/cms/content/facts/fact-collection.ts', 'app'),
  ...modulesNamedIn('app/cms/define/entry-order.ts', 'app'),
  ...modulesNamedIn('app/cms/media/focus/focus-points.ts', 'app'),
  ...SITES.flatMap((site) =>
    [`${site}/routes.ts`, ...definitionsBelow(site)].flatMap((file) => modulesNamedIn(file, site)),
  ),
]

/** @param {string} site */
function definitionsBelow(site) {
  const folders = site === 'app' ? ['app/site/collections', 'app/site/sections'] : [site]
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name) && name !== 'routes.ts')
      .map((name) => path.join(folder, name)),
  )
}

/**
 * @param {string} file
 * @param {string} folder that the paths in the file start from
 */
function modulesNamedIn(file, folder) {
  return [...readFileSync(file, 'utf8').matchAll(/'([\w/.-]+\.tsx)'/g)].flatMap(([, name = '']) =>
    name.startsWith('.') ? [] : `${folder}/${name}`,
  )
}
