import { index, route, type RouteConfig } from '@remix-run/route-config'
import { cmsRoutes } from '#app/cms/cms-routes.ts'
import definition from './site.config.ts'

export default [
  index('pages/shop.tsx'),
  route('album', 'pages/album.tsx'),
  route('team', 'pages/team.tsx'),
  route('news/:address', 'pages/article.tsx'),
  route('suppliers/:supplier', 'pages/supplier.tsx'),
  route('notices/:key', 'pages/notice.tsx'),
  route('notices/:key/reason', 'pages/recall-reason.tsx'),
  route('recipes/:address', 'pages/recipe.tsx'),
  route('withdraw', 'pages/withdraw.tsx'),
  route(':address', 'pages/text-page.tsx'),
  route('*', 'pages/not-found.tsx'),
  ...cmsRoutes(definition, { folder: '../../app/cms' }),
] satisfies RouteConfig
