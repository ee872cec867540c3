import { index, route, type RouteConfig } from '@remix-run/route-config'
import { cmsRoutes } from '#app/cms/cms-routes.ts'
import definition from './site.config.ts'

export default [
  index('pages/shop.tsx'),
  route('recipes/:address', 'pages/recipe.tsx'),
  route('*', 'pages/not-found.tsx'),
  ...cmsRoutes(definition, '../../app/cms'),
] satisfies RouteConfig
