import { createEvent, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { GalleryPictures } from './gallery-page.tsx'
import { gallery } from './gallery.ts'
import { galleryPart, PICTURES_ON_PAGE } from './gallery-part.ts'

const { items } = gallery.schema.parse({
  title: 'Gallery',
  items: ['one', 'two', 'three'].map((_id) => ({ _id, title: `Stand ${_id}`, imageUrl: `${_id}.jpg` })),
})

beforeEach(() => {
  // jsdom has the dialog element without its methods.
  HTMLDialogElement.prototype.showModal = vi.fn(function (this: HTMLDialogElement) {
    this.open = true
  })
  HTMLDialogElement.prototype.close = vi.fn(function (this: HTMLDialogElement) {
    this.open = false
    this.dispatchEvent(new Event('close'))
  })
})

test('no items: says so', () => {
  renderInRouter(<GalleryPictures part={galleryPart([], null)} />)
  expect(screen.getByText('No gallery items found.')).toBeInTheDocument()
  expect(screen.queryByRole('list')).toBeNull()
})

test('the next exhibition: after the pictures, with its days and place, leading to its event', () => {
  const next = { title: 'Cable fair', from: '2027-01-12', to: '2027-01-15', place: 'Mumbai', href: '/events#fair' }
  renderInRouter(<GalleryPictures part={galleryPart(items, null)} next={next} />)
  expect(screen.getByRole('link', { name: 'Cable fair' })).toHaveAttribute('href', '/events#fair')
  expect(screen.getAllByRole('listitem').at(-1)).toHaveTextContent(/12 to 15 January 2027, Mumbai/)
})

test('two items of one _id: the second is refused', () => {
  const twice = { title: 'Gallery', items: [items[0], items[0]] }
  expect(gallery.schema.safeParse(twice).error?.issues).toMatchObject([{ path: ['items', 1, '_id'] }])
})

describe('the HTML of the server', () => {
  const page = new DOMParser().parseFromString(
    renderToString(
      <MemoryRouter>
        <GalleryPictures part={galleryPart(items, null)} />
      </MemoryRouter>,
    ),
    'text/html',
  )

  test('each picture is a link to a dialog of its own; close leads to its card, previous and next wrap around', () => {
    const links = [...page.querySelectorAll<HTMLAnchorElement>('.exhibit a')]
    const dialogs = links.map((link) => page.querySelector(link.hash))
    expect(dialogs.map((dialog) => dialog?.querySelector('h2')?.textContent)).toEqual([
      'Stand one',
      'Stand two',
      'Stand three',
    ])
    const controls = dialogs.map((dialog) => [...(dialog?.querySelectorAll('a') ?? [])].map((link) => link.hash))
    expect(controls).toEqual([
      ['#exhibit-one', '#picture-three', '#picture-two'],
      ['#exhibit-two', '#picture-one', '#picture-three'],
      ['#exhibit-three', '#picture-two', '#picture-one'],
    ])
    for (const hash of controls.flat()) expect(page.querySelector(hash)).not.toBeNull()
  })

  test('only the first picture, the largest of the first view, is fetched before it is near', () => {
    const images = [...page.querySelectorAll('img')]
    expect(images.map((image) => image.getAttribute('loading'))).toEqual(['eager', ...Array(8).fill('lazy')])
  })
})

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
  'a click with %j: is left to the browser',
  (click) => {
    renderInRouter(<GalleryPictures part={galleryPart(items, null)} />)
    const link = screen.getByRole('link', { name: 'Show picture: Stand one' })
    // jsdom does not follow links, but logs that on the console.
    link.removeAttribute('href')
    const event = createEvent.click(link, click)
    fireEvent(link, event)
    expect(event.defaultPrevented).toBe(false)
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

describe('the dialog', () => {
  async function open(name: string) {
    renderInRouter(<GalleryPictures part={galleryPart(items, null)} />)
    await userEvent.click(screen.getByRole('link', { name: `Show picture: ${name}` }))
    return screen.getByRole('dialog')
  }

  test('a click on a picture: shows it as a modal one', async () => {
    const dialog = await open('Stand two')
    expect(HTMLDialogElement.prototype.showModal).toHaveBeenCalledTimes(1)
    expect(dialog).toHaveAccessibleName('Stand two')
    expect(screen.getByRole('img', { name: 'Stand two' })).toHaveAttribute('src', '/uploads/two.jpg')
    expect(dialog).toHaveTextContent('2 of 3')
  })

  test.each([
    ['Next picture', '{ArrowRight}', ['Stand three', 'Stand one', 'Stand two']],
    ['Previous picture', '{ArrowLeft}', ['Stand one', 'Stand three', 'Stand two']],
  ])('%s and %s: wrap around', async (button, key, titles) => {
    const dialog = await open('Stand two')
    for (const title of titles) {
      await userEvent.click(screen.getByRole('button', { name: button }))
      expect(dialog).toHaveAccessibleName(title)
    }
    for (const title of titles) {
      await userEvent.keyboard(key)
      expect(dialog).toHaveAccessibleName(title)
    }
  })

  test('a click beside it: leaves it open', async () => {
    // The backdrop is part of the dialog element.
    await userEvent.click(await open('Stand one'))
    expect(screen.getByRole('dialog')).toBeInTheDocument()
  })

  test('the close button: the browser closes it, so that the focus goes back', async () => {
    await open('Stand one')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(HTMLDialogElement.prototype.close).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('closed by the browser, as Escape does: it goes, and can be opened again', async () => {
    const dialog = await open('Stand one')
    fireEvent(dialog, new Event('close'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Show picture: Stand three' }))
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Stand three')
  })
})

describe('more pictures than fit one page', () => {
  const many = Array.from({ length: 2 * PICTURES_ON_PAGE + 1 }, (_, at) => ({
    _id: `p${at + 1}`,
    title: `Stand ${at + 1}`,
    description: '',
    imageUrl: 'one.jpg',
  }))

  const html = renderToString(
    <MemoryRouter>
      <GalleryPictures part={galleryPart(many, null)} />
    </MemoryRouter>,
  )

  test.each([
    [null, 1],
    ['0', 1],
    ['2', 2],
    ['3', 3],
    ['999999', 3],
    ['two', 1],
    ['9'.repeat(400), 1],
  ])('?page=%s: page %i', (query, page) => {
    expect(galleryPart(many, query)).toMatchObject({ page, pageCount: 3, total: many.length })
  })

  test('every picture is on one page; the pages are a circle', () => {
    const parts = ['1', '2', '3'].map((page) => galleryPart(many, page))
    expect(parts.flatMap(({ items }) => items)).toEqual(many)
    expect(parts.map(({ neighbours }) => neighbours)).toEqual([
      { before: '/gallery?page=3#picture-p401', after: '/gallery?page=2#picture-p201' },
      { before: '/gallery#picture-p200', after: '/gallery?page=3#picture-p401' },
      { before: '/gallery?page=2#picture-p400', after: '/gallery#picture-p1' },
    ])
  })

  test('says which are shown; the dialog at the end of a page leads to the next one', async () => {
    const { router } = renderInRouter(<GalleryPictures part={galleryPart(many, '2')} />)
    const pages = within(screen.getByRole('navigation', { name: 'Pages of the gallery' }))
    expect(pages.getByText('Pictures 201 to 400 of 401')).toBeInTheDocument()
    expect(pages.getByRole('link', { name: 'Previous page' })).toHaveAttribute('href', '/gallery')
    expect(pages.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/gallery?page=3')
    await userEvent.click(screen.getByRole('link', { name: 'Show picture: Stand 400' }))
    expect(screen.getByRole('dialog')).toHaveTextContent('400 of 401')
    await userEvent.click(screen.getByRole('button', { name: 'Next picture' }))
    const { pathname, search, hash } = router.state.location
    expect(pathname + search + hash).toBe('/gallery?page=3#picture-p401')
  })

  test('without a script: the last dialog of a page links to the first one of the next', () => {
    const last = new DOMParser().parseFromString(html, 'text/html').querySelector('#picture-p200')
    const hrefs = [...(last?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual(['#exhibit-p200', '#picture-p199', '/gallery?page=2#picture-p201'])
  })
})
