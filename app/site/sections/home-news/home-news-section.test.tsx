import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { HomeNewsSection } from './home-news-section.tsx'
import { homeNews } from './home-news.ts'

const content = homeNews.schema.parse({
  title: 'From the plant',
  buttonText: 'All news',
  buttonLink: '/events',
  newsItems: [{ image: 'news.jpg', alt: 'Conductors', text: 'A line starts' }, { text: 'A laboratory opens' }],
})

test('content that could not be read: nothing is shown', () => {
  const { container } = renderInRouter(<HomeNewsSection content={undefined} />)
  expect(container.innerHTML).toBe('')
})

test('no items: no section, instead of a heading above nothing', () => {
  const { container } = renderInRouter(<HomeNewsSection content={{ ...content, newsItems: [] }} />)
  expect(container.innerHTML).toBe('')
})

test('items, with and without an image: each leads to the page of news and events', () => {
  renderInRouter(<HomeNewsSection content={content} />)
  for (const name of ['A line starts', 'A laboratory opens']) {
    expect(screen.getByRole('link', { name: (shown) => shown.replace(/\s/g, ' ') === name }).getAttribute('href')).toBe(
      '/events',
    )
  }
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(['Conductors'])
})
