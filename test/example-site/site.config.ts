import { defineSite } from '#app/cms/define/define-site.ts'
import { bakery } from './bakery/bakery.ts'
import { breads } from './breads/breads.ts'
import { recipes } from './recipes/recipes.ts'
import { PROFILE } from './profile.ts'

/** The site of an invented bakery, on the same content system as the site in `app/`. */
export default defineSite({
  ...PROFILE,
  groups: [{ label: 'Shop', items: [breads, recipes] }],
  details: bakery,
  companyName: ({ content }) => content.find(bakery)?.value.companyName ?? '',
  apiExample: bakery,
  redirects: { section: bakery, field: 'redirects', isOwnAddress: (address) => address === '/' },
  addresses: { pages: ['/'], generatedFiles: [], redirects: [], uncachedQueries: {} },
})
