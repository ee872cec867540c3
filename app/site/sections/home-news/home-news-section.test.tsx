import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { HomeNewsSection } from './home-news-section.tsx'
import { homeNews, shownNews } from './home-news.ts'

const content = homeNews.schema.parse({
  title: 'From the plant',
  buttonText: 'All news',
  buttonLink: '/events',
  newsItems: [{ image: 'news.jpg', alt: 'Conductors', text: 'A line starts' }, { text: 'A laboratory opens' }],
})
const articles = [1, 2, 3].map((number) => ({
  title: `Article ${number}`,
  href: `/news/article-${number}`,
  date: `2026-10-0${number}`,
  lead: `Lead ${number}`,
  image: 'article.jpg',
  imageAlt: 'Pellets',
}))

/** Text and target of each link of the section but its button, in order. */
function stories() {
  const links = screen.getAllByRole('listitem').map((item) => within(item).getByRole('link'))
  return links.map((link) => [link.textContent.replace(/\s/g, ' '), link.getAttribute('href')])
}

test('neither items nor articles: no section, instead of a heading above nothing', () => {
  const { container } = renderInRouter(<HomeNewsSection content={shownNews({ ...content, newsItems: [] }, [])} />)
  expect(container.innerHTML).toBe('')
})

test('items, with and without an image: each leads to the page of news and events', () => {
  renderInRouter(<HomeNewsSection content={shownNews(content, [])} />)
  expect(stories()).toEqual([
    ['A line starts', '/events'],
    ['A laboratory opens', '/events'],
  ])
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(['Conductors'])
})

test('articles fill the places that items leave, the others are a list: each dated, leading to its page', () => {
  renderInRouter(<HomeNewsSection content={shownNews(content, articles)} />)
  expect(stories()).toEqual([
    ['Article 2', '/news/article-2'],
    ['Article 3', '/news/article-3'],
    ['A line starts', '/events'],
    ['A laboratory opens', '/events'],
    ['Article 1', '/news/article-1'],
  ])
  expect(screen.getByText('2 October 2026').getAttribute('datetime')).toBe('2026-10-02')
})

test('content that cannot be read: the articles alone, under a heading', () => {
  renderInRouter(<HomeNewsSection content={shownNews(undefined, articles)} />)
  expect(screen.getByRole('heading', { level: 2, name: 'News' })).toBeVisible()
  expect(stories().map(([text]) => text)).toEqual(['Article 1', 'Article 2', 'Article 3'])
})

test('an item with the title of an article: shown once, as the article', () => {
  const twice = {
    ...content,
    newsItems: [{ text: 'article  1', image: '', alt: '', kind: 'other' as const }, ...content.newsItems],
  }
  const { newsItems } = shownNews(twice, articles)
  expect(newsItems.map(({ text }) => text)).toEqual(['A line starts', 'A laboratory opens', 'Article 1'])
  expect(shownNews(twice, articles.slice(1)).newsItems[0]?.text).toBe('article  1')
})

test('an item with a kind of event: the days and place of the next one, and it leads to the card', () => {
  const next = { from: '2027-01-12', to: '2027-01-15', place: 'Goa' }
  const announced = [
    { _id: 'fairs', kind: 'fair', next },
    { _id: 'days', kind: 'open-day' },
    { _id: 'rest', kind: 'other', next },
  ] as const
  const [line, laboratory] = content.newsItems
  const newsItems = [
    { ...line, text: 'The fair', kind: 'fair' },
    { ...laboratory, text: 'The open day', kind: 'open-day' },
    { ...laboratory, text: 'A laboratory', kind: 'other' },
  ]
  renderInRouter(
    <HomeNewsSection content={shownNews(homeNews.schema.parse({ ...content, newsItems }), [], announced)} />,
  )
  expect(stories()).toEqual([
    ['The fair', '/events#fairs'],
    ['The open day', '/events#days'],
    ['A laboratory', '/events'],
  ])
  const [fair, ...others] = screen.getAllByRole('listitem')
  expect(fair).toHaveTextContent(/12 to 15 January 2027, Goa/)
  for (const other of others) expect(other.querySelector('time')).toBeNull()
})
