import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const SECTIONS = 'app/site/sections'

/**
 * The files of the modules in the route table, for tools that read source text: those that a route table names, and the
 * form that the definition of a section names.
 */
export const routeModules = [
  'app/routes.ts',
  'app/cms/cms-routes.ts',
  ...readdirSync(SECTIONS, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => path.join(SECTIONS, name)),
].flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'([\w/.-]+\.tsx)'/g)].map(([, name]) => `app/${name}`))
