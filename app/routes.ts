import { index, layout, prefix, route, type RouteConfig } from '@remix-run/route-config'

/** The whole route table. Addresses are case-sensitive, as `/investors/Drhp` needs. */
const exact = { caseSensitive: true }

export default [
  layout('routes/site/site-layout.tsx', [
    index('routes/site/home.tsx'),
    route('*', 'routes/site/not-found.tsx'),
  ]),

  route('admin/login', 'routes/admin/login.tsx', exact),
  route('admin/logout', 'routes/admin/logout.tsx', exact),
  route('admin', 'routes/admin/admin-layout.tsx', exact, [
    index('routes/admin/dashboard.tsx'),
    route('herocarousel', 'routes/admin/hero-slides.tsx', exact, [
      route('new', 'routes/admin/hero-slide-new.tsx', exact),
      route(':slideId', 'routes/admin/hero-slide-edit.tsx', exact),
    ]),
    route(':section', 'routes/admin/section-editor.tsx', exact),
  ]),

  ...prefix('api', [
    route('auth/login', 'routes/api/auth-login.tsx', exact),
    route('auth/logout', 'routes/api/auth-logout.tsx', exact),
    route(':resource', 'routes/api/section-resource.tsx', exact),
    route(':resource/:entryId', 'routes/api/section-entry.tsx', exact),
    route('*', 'routes/api/not-found.tsx'),
  ]),

  route('uploads/*', 'routes/files/uploads.tsx', exact),
  route('variants/:file/:variant', 'routes/files/variants.tsx', exact),
] satisfies RouteConfig
