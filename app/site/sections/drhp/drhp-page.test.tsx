import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { DrhpDisclaimer } from './drhp-page.tsx'
import { drhp } from './drhp.ts'

const content = drhp.schema.shape.disclaimer.parse({
  title: 'Disclaimer',
  lead: 'Please read this.',
  paragraphs: [{ _id: 'india', title: 'India only', text: 'For persons in India.' }],
  note: 'By confirming you accept.',
  confirmLabel: 'I Confirm',
  declineLabel: 'I Do Not Confirm',
  declineUrl: 'https://search.example/',
})

/** jsdom has no modal dialogs. This mock treats the open attribute as in the HTML standard, and counts calls. */
const showModal = vi.fn(function (this: HTMLDialogElement) {
  if (this.open) throw new DOMException('The dialog is open already', 'InvalidStateError')
  this.open = true
})

beforeEach(() => {
  showModal.mockClear()
  HTMLDialogElement.prototype.showModal = showModal
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

test('on entry: modal, its heading has the focus, and the browser does not close it on Escape', () => {
  renderInRouter(<DrhpDisclaimer content={content} company="Polymer Compounds Limited" />)
  expect(showModal).toHaveBeenCalledOnce()
  expect(dialog().open).toBe(true)
  expect(dialog()).toHaveAttribute('closedby', 'none')
  expect(screen.getByRole('heading', { name: 'Disclaimer' })).toHaveFocus()
  expect(dialog()).toHaveAccessibleDescription(/Polymer Compounds Limited\s+Please/)
})

test('Escape: the dialog stays', () => {
  renderInRouter(<DrhpDisclaimer content={content} company="Polymer Compounds Limited" />)
  const cancel = new Event('cancel', { cancelable: true })
  fireEvent(dialog(), cancel)
  expect(cancel.defaultPrevented).toBe(true)
})

test('closed by the browser without a confirmation: open again', () => {
  renderInRouter(<DrhpDisclaimer content={content} company="Polymer Compounds Limited" />)
  close('')
  expect(showModal).toHaveBeenCalledTimes(2)
  expect(dialog().open).toBe(true)
})

test('I Confirm: closes for good, and reading goes on at the top of the page', () => {
  renderInRouter(
    <main tabIndex={-1}>
      <DrhpDisclaimer content={content} company="Polymer Compounds Limited" />
    </main>,
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'I Confirm' })
  expect(button.form).toHaveAttribute('method', 'dialog')
  close(button.value)
  expect(showModal).toHaveBeenCalledOnce()
  expect(dialog().open).toBe(false)
  expect(screen.getByRole('main')).toHaveFocus()
})

test('I Do Not Confirm: a link that leaves', () => {
  renderInRouter(<DrhpDisclaimer content={content} company="Polymer Compounds Limited" />)
  expect(screen.getByRole('link', { name: 'I Do Not Confirm' })).toHaveAttribute('href', 'https://search.example/')
})

/** Closes the dialog as a browser does after a form with method=dialog, or after Escape. */
function close(returnValue: string) {
  const element = dialog()
  element.open = false
  element.returnValue = returnValue
  fireEvent(element, new Event('close'))
}

function dialog() {
  const element = document.querySelector('dialog')
  if (!element) throw new Error('There is no dialog')
  return element
}
