/** Every public page of the route table that has one fixed address. A test holds it to `app/routes.ts`. */
export const SITEMAP_PAGES = [
  '/',
  '/aboutus',
  '/certificate',
  '/products',
  '/services',
  '/investors',
  '/investors/industry-report',
  '/investors/Drhp',
  '/events',
  '/gallery',
  '/careers',
  '/contactus',
]
