import { z } from 'zod'
import { count, line } from '#app/cms/define/fields.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import { defineSite } from '#app/cms/define/define-site.ts'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { factCollection } from '#app/cms/content/facts/fact-collection.ts'
import { focusPoints } from '#app/cms/media/focus/focus-points.ts'
import { isOwnAddress, MAP, PAGES, WITHDRAW_PAGE } from './addresses.ts'
import { bakery } from './bakery/bakery.ts'
import { breads } from './breads/breads.ts'
import { album } from './album/album.ts'
import { courses } from './courses/courses.ts'
import { allergenNotice } from './home/allergen-notice.ts'
import { numbers } from './home/numbers.ts'
import { story } from './home/story.ts'
import { supplierPages, supplierPaths } from './home/supplier-pages.ts'
import { suppliers } from './home/suppliers.ts'
import { articles } from './articles/articles.ts'
import { foodSafety } from './recalls/food-safety.ts'
import { recallFiles } from './recalls/recall-files.ts'
import { derivedRecalls } from './recalls/deleted-recalls.ts'
import { recalls } from './recalls/recalls.ts'
import { recipes } from './recipes/recipes.ts'
import { team } from './team/team.ts'
import { textPages } from './text-pages/text-pages.ts'
import { PROFILE } from './profile.ts'

/** The site of an invented bakery, on the same content system as the site in `app/`. */
export default defineSite({
  ...PROFILE,
  groups: [
    { label: 'Shop', items: [breads, recipes, recalls] },
    { label: 'Home page', items: [story, numbers, suppliers, allergenNotice] },
    { label: 'Pages', items: [articles, album, team, courses, textPages, focusPoints, factCollection('/#numbers')] },
  ],
  details: bakery,
  companyName: ({ content }) => content.find(bakery)?.value.companyName ?? '',
  signInImage: ({ content }) => content.find(album)?.value.pictures[0]?.image,
  apiExample: bakery,
  approvalFirst: [allergenNotice, textPages],
  checklist: foodSafety,
  highlights: {
    section: album,
    title: 'Album',
    editText: 'Edit the pictures',
    emptyText: 'The album has no pictures.',
    entries: ({ content }) =>
      content.find(album)?.value.pictures.map(({ image, title }) => ({ image, text: title })) ?? [],
  },
  derives: [derivedRecalls],
  prepare: (site) => Promise.resolve(void pagesOf(site, recipes).listed()),
  links: {
    targets: (site) => supplierPages(site).map(({ href, alt }) => ({ href, label: alt })),
    ofSection: (site, { id }) => (id === suppliers.id ? supplierPages(site).map(({ href }) => href) : []),
  },
  fileRules: recallFiles,
  notice: {
    page: WITHDRAW_PAGE,
    withdrawPage: WITHDRAW_PAGE,
    contact: ({ content }) => content.find(bakery)?.value.companyName ?? '',
    keptDays: () => 1096,
    purposes: (_site, version) => (version === 1 ? ['To answer you'] : undefined),
    asks: {
      shape: { loaves: count('Loaves', { min: 1, max: 50 }).optional(), breads: z.array(line('Bread')).optional() },
      read(site, { breads: keys, loaves }) {
        const known = listedRows(site, breads).filter(({ _id }) => Array.isArray(keys) && keys.includes(_id))
        const extras = known.map(({ name, _id }) => ({ label: 'Bread', text: name, id: _id }))
        return {
          context: {
            extras: [...extras, ...(typeof loaves === 'number' ? [{ label: 'Loaves', text: `${loaves}` }] : [])],
          },
          notes: Array.isArray(keys) && keys.length > known.length ? ['We do not bake all of these.'] : [],
        }
      },
    },
  },
  redirects: { section: bakery, field: 'redirects', isOwnAddress, others: [supplierPaths] },
  addresses: {
    pages: PAGES,
    switchedOff: ({ content }) => (content.find(album)?.value.pictures.length === 0 ? ['/album'] : []),
    generatedFiles: [],
    redirects: [],
    uncachedQueries: {},
    frameOrigin: () => new URL(MAP).origin,
    others: {
      all: (site) => supplierPages(site).map(({ href }) => href),
      mayHave: (site, address) => supplierPages(site).some(({ href }) => href === address),
    },
  },
})
