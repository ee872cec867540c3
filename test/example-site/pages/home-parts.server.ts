import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { allergenNotice } from '../home/allergen-notice.ts'
import { numbers } from '../home/numbers.ts'
import { story } from '../home/story.ts'
import { articles } from '../articles/articles.ts'

/** What the home page shows below the breads. */
export function homeParts() {
  const { content, media } = currentSite()
  const parts = {
    allergens: content.find(allergenNotice)?.value,
    story: content.find(story)?.value,
    numbers: content.find(numbers)?.value,
  }
  const listed = pagesOf(currentSite(), articles)
    .listed()
    .map(({ title, href }) => ({ title, href }))
  return { ...parts, articles: listed, images: resolveImages(parts, media.library) }
}
