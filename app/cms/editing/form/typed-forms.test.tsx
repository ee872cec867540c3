import { screen } from '@testing-library/react'
import { redirect } from '@remix-run/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { contentIntents } from './content-intents.ts'
import { keepForm } from './save-reply.ts'
import { TypedFormOffer } from './typed-form-offer.tsx'
import { forgetTypedForms, keepFormsOf, keepTyped, typedForms } from './typed-forms.ts'

const page = '/admin/stats?release=r1'

beforeEach(() => {
  sessionStorage.clear()
  keepFormsOf('anna')
})

describe('a form whose session has ended', () => {
  test('without a cookie that names its person: its text stays in the tab', async () => {
    expect(await send({ title: 'Typed', intent: 'save' })).toBe(`/admin/login?returnTo=${encodeURIComponent(page)}`)
    const fields = [
      ['title', 'Typed'],
      ['intent', 'save'],
    ]
    expect(typedForms()).toEqual([{ person: 'anna', page, fields, fileNames: [] }])
  })

  test.each([
    ['a list button', { __intent__: '{}' }, 1],
    ['a pasted table', { intent: `${contentIntents.paste} grades` }, 1],
    ['a button without typed text', { intent: contentIntents.delete }, 0],
    ['a form without a button', {}, 0],
  ])('%s: kept %#', async (_case, fields, count) => {
    await send({ title: 'Typed', ...fields })
    expect(typedForms()).toHaveLength(count)
  })

  test('saved, or refused by the server: nothing is kept', async () => {
    await send({ intent: 'save' }, () => Promise.resolve({ version: '1' }))
    await send({ intent: 'save' }, () => rejected('/admin/stats'))
    expect(typedForms()).toEqual([])
  })

  test('sent again: the later text stands; many or large ones: the oldest go', async () => {
    await send({ title: 'First', intent: 'save' })
    await send({ title: 'Second', intent: 'save' })
    expect(typedForms().map(({ fields }) => fields[0])).toEqual([['title', 'Second']])
    for (let number = 1; number <= 9; number += 1) await send({ intent: 'save' }, toLogin, `/admin/s${number}`)
    expect(typedForms().map((form) => form.page)).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((at) => `/admin/s${at}`))
    await send({ title: 'x'.repeat(899_850), intent: 'save' })
    expect(typedForms().map((form) => form.page)).toEqual([page])
    expect(await send({ title: 'x'.repeat(1_000_000), intent: 'save' }, toLogin, '/admin/large')).toBe('/admin/login')
    expect(typedForms().map((form) => form.page)).toEqual([page])
  })

  test('a tab that must not store anything: goes to the sign-in as before', async () => {
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    expect(await send({ title: 'Typed', intent: 'save' })).toBe('/admin/login')
    Storage.prototype.setItem = setItem
  })
})

describe('after the sign-in', () => {
  const offer = (person: string, isRecovered = false) =>
    renderInRouter(<TypedFormOffer person={person} isRecovered={isRecovered} />, { address: page })

  test('the same person: the text is offered, with what the server needs to show it', async () => {
    await send({ title: 'Typed', intent: 'save' })
    offer('anna')
    const form = await screen.findByRole('form', { name: 'Text from before you were logged out' })
    expect(screen.getByRole('alert')).toHaveTextContent('You typed this before you were logged out.')
    expect(form).toHaveFormValues({ page })
    expect(JSON.parse(form.querySelector<HTMLInputElement>('[name=form]')?.value ?? '')).toEqual({
      fields: [
        ['title', 'Typed'],
        ['intent', 'save'],
      ],
      fileNames: [],
    })
    await userEvent.click(screen.getByRole('button', { name: 'Discard it' }))
    expect(typedForms()).toEqual([])
  })

  test('another person: nothing is offered, and the text is removed', async () => {
    await send({ title: 'Typed', intent: 'save' })
    offer('bela')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(typedForms()).toEqual([])
  })

  test('the server has kept it as well: shown once', async () => {
    await send({ title: 'Typed', intent: 'save' })
    offer('anna', true)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(typedForms()).toEqual([])
  })

  test('signing out removes it', async () => {
    await send({ title: 'Typed', intent: 'save' })
    forgetTypedForms()
    expect(typedForms()).toEqual([])
  })
})

const toLogin = () => rejected('/admin/login')

/** What the router rejects with to redirect. */
async function rejected(location: string): Promise<unknown> {
  await Promise.resolve()
  throw redirect(location)
}

/** Sends a form as its page does. Resolves with the address to which the browser is then led; undefined for none. */
async function send(
  fields: Record<string, string>,
  serverAction: () => Promise<unknown> = toLogin,
  address = page,
): Promise<string | undefined> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const request = new Request(new URL(address, location.href), { method: 'POST', body })
  const action = address === page ? keepForm : keepTyped(contentIntents)
  const thrown: unknown = await action({
    request,
    params: {},
    serverAction: serverAction as <Data>() => Promise<Data>,
  }).catch((error: unknown) => error)
  return thrown instanceof Response ? (thrown.headers.get('location') ?? undefined) : undefined
}
