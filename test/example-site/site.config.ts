import { defineSite } from '#app/cms/define/define-site.ts'
import { focusPoints } from '#app/cms/media/focus/focus-points.ts'
import { isOwnAddress, PAGES } from './addresses.ts'
import { bakery } from './bakery/bakery.ts'
import { breads } from './breads/breads.ts'
import { album } from './album/album.ts'
import { courses } from './courses/courses.ts'
import { allergenNotice } from './home/allergen-notice.ts'
import { numbers } from './home/numbers.ts'
import { story } from './home/story.ts'
import { suppliers } from './home/suppliers.ts'
import { articles } from './articles/articles.ts'
import { followingRecalls } from './recalls/deleted-recalls.ts'
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
    { label: 'Pages', items: [articles, album, team, courses, textPages, focusPoints] },
  ],
  details: bakery,
  companyName: ({ content }) => content.find(bakery)?.value.companyName ?? '',
  apiExample: bakery,
  approvalFirst: [allergenNotice, textPages],
  highlights: {
    section: album,
    title: 'Album',
    editText: 'Edit the pictures',
    emptyText: 'The album has no pictures.',
    entries: ({ content }) =>
      content.find(album)?.value.pictures.map(({ image, title }) => ({ image, text: title })) ?? [],
  },
  follows: [followingRecalls],
  redirects: { section: bakery, field: 'redirects', isOwnAddress },
  addresses: {
    pages: PAGES,
    switchedOff: ({ content }) => (content.find(album)?.value.pictures.length === 0 ? ['/album'] : []),
    generatedFiles: [],
    redirects: [],
    uncachedQueries: {},
  },
})
