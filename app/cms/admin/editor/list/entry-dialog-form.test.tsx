import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import HeroSlideFields, { handle } from '#app/site/sections/hero-slides/hero-slide-fields.tsx'
import { slideViews } from '#app/site/sections/hero-slides/hero-slide-list.tsx'
import { heroSlide, type HeroSlide } from '#app/site/sections/hero-slides/hero-slides.ts'
import { fieldLabels } from '#app/cms/define/walk-schema.ts'
import { EntryViewsProvider } from '#app/cms/editing/entries/entry-views.tsx'
import { EntryDialogForm } from './entry-dialog-form.tsx'

const slide: HeroSlide = {
  _id: 'one',
  title: 'Two\nlines',
  subtitle: 'Sub',
  buttonText: 'More',
  buttonLink: '/products',
  image: 'hero-12345678.jpg',
  imageAlt: 'A cable',
}

test('a slide to be added: only the title is needed', async () => {
  show({ _id: 'new' })
  await userEvent.click(screen.getByLabelText(/^Title/))
  await vi.dynamicImportSettled()
  await userEvent.click(screen.getByRole('button', { name: 'Save slide' }))
  const alerts = screen.getAllByRole('alert').filter(({ textContent }) => textContent !== '')
  expect(alerts.map(({ textContent }) => textContent)).toEqual(['Failed to update hero slidesEnter title'])
  expect(screen.getAllByRole('textbox').filter((field) => field.matches('[aria-invalid]'))).toHaveLength(1)
})

test('a link that could run a script: an error at the field', async () => {
  show(slide)
  const link = screen.getByLabelText(/^Button link/)
  await userEvent.clear(link)
  await userEvent.type(link, 'javascript:alert(1)')
  await vi.dynamicImportSettled()
  await userEvent.click(screen.getByRole('button', { name: 'Save slide' }))
  expect(link).toBeInvalid()
  expect(link).toHaveAccessibleDescription(/must be a path such as \/products/)
})

test('a save the disk did not take: the reason, and every field as it was typed', () => {
  const failure = { message: 'Failed to update hero slides', detail: 'The disk is full.' }
  show(slide, { result: { status: 'success', initialValue: { ...slide, title: 'Typed' } }, version: '1', failure })
  expect(screen.getByText('Failed to update hero slides')).toBeVisible()
  expect(screen.getByText('The disk is full.')).toBeVisible()
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Typed')
})

test('a slide as it is saved: every field filled in, its _id and the version along with it, nothing else', () => {
  const { container } = show(slide)
  const form = container.querySelector('form')
  if (!form) throw new Error('There is no form')
  expect(Object.fromEntries(new FormData(form))).toEqual({ ...slide, version: 'v1' })
})

test('Cancel with something typed: leaves at once', async () => {
  const { path } = show(slide)
  await userEvent.type(screen.getByLabelText(/^Subtitle/), '!')
  await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
  expect(path()).toBe('/admin/herocarousel')
})

const LIST = {
  id: 'herocarousel',
  noun: 'slide',
  page: '/#hero',
  failedMessage: 'Failed to update hero slides',
  labels: fieldLabels(heroSlide),
}

function show(content: Partial<HeroSlide> & Pick<HeroSlide, '_id'>, reply?: SaveReply) {
  return renderInRouter(
    <EntryViewsProvider views={slideViews}>
      <EntryDialogForm
        list={LIST}
        index={0}
        entry={content}
        version="v1"
        reply={reply}
        schema={() => handle.schema('herocarousel')}
        href="/admin/herocarousel/one"
        closeTo="/admin/herocarousel"
        place={{ isDraft: false, mayPublish: true }}
        fields={<HeroSlideFields />}
      />
    </EntryViewsProvider>,
  )
}
