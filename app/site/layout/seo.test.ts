import sharp from 'sharp'
import { expect, test } from 'vitest'
import sharePages from './share-pages.json'
import type { MetaDescriptor } from '@remix-run/react'
import { type PageSummary, hiddenPageTags, seoTags } from './seo.ts'

const company = { name: 'Polymer', origin: 'https://www.example.com' }
const images = {
  'pvc-1.jpg': { file: 'pvc-1.jpg', width: 1600, height: 1200 },
  'pvc-1.svg': { file: 'pvc-1.svg', width: 160, height: 120 },
}

function tagsOf(page: Partial<PageSummary> = {}, path = '/products/pvc') {
  return seoTags(company, path, { title: 'PVC', description: 'Compounds of PVC.', ...page })
}

/** Content of the tag with this name or property. */
function contentOf(tags: MetaDescriptor[], name: string) {
  return tags.flatMap((tag) => {
    const isNamed = ('name' in tag && tag.name === name) || ('property' in tag && tag.property === name)
    return isNamed && 'content' in tag ? [tag.content] : []
  })[0]
}

/** Types of the structured data. */
function dataTypes(tags: MetaDescriptor[]) {
  return tags.flatMap((tag) => /"@type":"(\w+)"/.exec(JSON.stringify(tag))?.[1] ?? [])
}

test('site without a name: the title alone', () => {
  const nameless = { ...company, name: '' }
  expect(seoTags(nameless, '/x', { title: 'PVC' })[0]).toEqual({ title: 'PVC' })
  expect(hiddenPageTags('Page not found', undefined)[0]).toEqual({ title: 'Page not found' })
})

test('a title that is too long with the company: alone', () => {
  const title = 'Adhesive and polyethylene for three-layer coating of pipelines'
  expect(tagsOf({ title })[0]).toEqual({ title })
})

test('no description: no tag claims one', () => {
  expect(JSON.stringify(tagsOf({ description: ' \n' }))).not.toContain('description')
})

test('a page that a feed of its own follows: named beside the feed of the news', () => {
  const feed = { title: 'Documents', href: '/investors/documents.xml' }
  const feedsOf = (tags: MetaDescriptor[]) =>
    tags.flatMap((tag) => ('rel' in tag && tag['rel'] === 'alternate' ? [tag] : []))
  expect(feedsOf(tagsOf())).toHaveLength(1)
  expect(feedsOf(tagsOf({ feed }))[1]).toMatchObject({ ...feed, type: 'application/rss+xml' })
})

test.each([undefined, 'gone-1.jpg', 'pvc-1.svg'])('image %s, which cannot be shared: the one of the site', (file) => {
  const tags = tagsOf({ image: file === undefined ? undefined : { file, alt: 'PVC' }, images })
  expect(contentOf(tags, 'og:image')).toBe('https://www.example.com/images/share.jpg')
  expect(contentOf(tags, 'og:image:width')).toBe('1200')
})

test('page without a picture of its own: the one with its title, which exists in the size that is stated', async () => {
  for (const share of Object.keys(sharePages)) {
    const tags = tagsOf({ share: share as keyof typeof sharePages })
    const url = String(contentOf(tags, 'og:image'))
    expect(url).toBe(`https://www.example.com/images/share/${share}.jpg`)
    const { width, height } = await sharp(`public${new URL(url).pathname}`).metadata()
    expect([String(width), String(height)]).toEqual([
      contentOf(tags, 'og:image:width'),
      contentOf(tags, 'og:image:height'),
    ])
  }
})

test('a picture made with the title: shown before the image of the page', () => {
  const titlePicture = '/variants/pvc-1.jpg/title-0123456789abcdef.jpg'
  const tags = tagsOf({ titlePicture, image: { file: 'pvc-1.jpg', alt: 'Pellets' }, images })
  expect(contentOf(tags, 'og:image')).toBe(`https://www.example.com${titlePicture}`)
  expect(contentOf(tags, 'og:image:alt')).toBe('PVC')
})

test('page: title with the company, one line of description, its own address and image, absolute', () => {
  const tags = tagsOf({ description: 'Compounds\n  of PVC.', image: { file: 'pvc-1.jpg', alt: 'Pellets' }, images })
  expect(tags[0]).toEqual({ title: 'PVC | Polymer' })
  expect(contentOf(tags, 'description')).toBe('Compounds of PVC.')
  expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://www.example.com/products/pvc' })
  expect(contentOf(tags, 'og:url')).toBe('https://www.example.com/products/pvc')
  expect(contentOf(tags, 'og:image')).toBe('https://www.example.com/uploads/pvc-1.jpg')
  expect(contentOf(tags, 'og:image:height')).toBe('1200')
  expect(contentOf(tags, 'twitter:image:alt')).toBe('Pellets')
})

test('structured data: the company on the home page, the breadcrumb elsewhere', () => {
  expect(dataTypes(tagsOf({}, '/'))).toEqual(['Organization', 'WebSite'])
  expect(dataTypes(tagsOf())).toEqual(['BreadcrumbList'])
})
