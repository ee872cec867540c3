import { FormProvider, useFormMetadata } from '@conform-to/react'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { fakeUploads } from '#test/fake-upload-request.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import { FileField } from './file-field.tsx'
import { ImageField } from './image-field.tsx'
import type { LibraryFile } from '#app/cms/media/library/library-file.ts'
import { StoredFilesProvider } from './stored-files.tsx'
import { useContentForm } from '#app/cms/editing/form/content-form.tsx'

const schema = z.strictObject({ image: z.string({ error: 'Choose an image' }), fileUrl: z.string() })
const content = { image: 'old-12345678.jpg', fileUrl: '/menus/old.pdf' }

const stored: LibraryFile = {
  file: 'new-12345678.png',
  address: '/uploads/new-12345678.png',
  kind: 'image',
  bytes: 20_000,
  modified: '2026-11-20T10:00:00.000Z',
  size: { width: 640, height: 480 },
}
const storedPdf: LibraryFile = {
  file: 'menus/new-12345678.pdf',
  address: '/menus/new-12345678.pdf',
  kind: 'pdf',
  bytes: 5_000,
  modified: '2026-11-20T10:00:00.000Z',
}
const png = new File(['12345'], 'new.png', { type: 'image/png' })

let uploads: ReturnType<typeof fakeUploads>
const onSave = vi.fn()

// Fields load it when the first file is chosen.
beforeAll(() => import('./upload-file.ts'))

beforeEach(() => {
  uploads = fakeUploads()
  onSave.mockReset()
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

describe('an upload that fails', () => {
  test('refused by the server: its words, the old file stays, and nothing is saved before it is put away', async () => {
    show()
    await userEvent.upload(imageInput(), png)
    await uploads.last().respond(422, { problem: '“new.png” is not an image' })
    expect(within(image()).getByRole('alert')).toHaveTextContent('“new.png” is not an image')
    expect(within(image()).queryByRole('button', { name: /Try again/ })).not.toBeInTheDocument()
    expect(value('image')).toBe('old-12345678.jpg')

    await userEvent.click(saveButton())
    expect(onSave).not.toHaveBeenCalled()
    const goOn = within(image()).getByRole('button', { name: 'Continue without file new.png' })
    expect(goOn).toHaveFocus()
    await userEvent.click(goOn)
    await userEvent.click(saveButton())
    expect(onSave).toHaveBeenCalledWith({ image: 'old-12345678.jpg', fileUrl: '/menus/old.pdf' })
  })

  test('the session has ended: says so with the way to sign in, and the same file can be sent again', async () => {
    show()
    await userEvent.upload(imageInput(), png)
    await uploads.last().respond(200, '<!doctype html>', '/admin/login?returnTo=x')
    expect(within(image()).getByRole('alert')).toHaveTextContent('Your session has ended')
    expect(screen.getByRole('link', { name: /Log in/ })).toHaveAttribute('target', '_blank')
    await userEvent.click(screen.getByRole('button', { name: 'Try again with new.png' }))
    await uploads.last().respond(201, { stored })
    expect(uploads.sent).toHaveLength(2)
    expect(value('image')).toBe('new-12345678.png')
  })

  test('the connection breaks: can be tried again; a page of the host is not shown as a reason', async () => {
    show()
    await userEvent.upload(imageInput(), png)
    await uploads.last().breakOff()
    expect(within(image()).getByRole('alert')).toHaveTextContent('The connection was lost')
    await userEvent.click(screen.getByRole('button', { name: /Try again/ }))
    await uploads.last().respond(502, '<html>Bad gateway</html>')
    expect(within(image()).getByRole('alert')).toHaveTextContent('The server could not store the file.')
  })

  test('larger than its kind may be: turned away before it is sent', async () => {
    show()
    const large = new File(['x'], 'large.png', { type: 'image/png' })
    Object.defineProperty(large, 'size', { value: 11 * 1024 * 1024 })
    await userEvent.upload(imageInput(), large)
    expect(within(image()).getByRole('alert')).toHaveTextContent('“large.png” is 11.5 MB. The limit is 10 MB')
    expect(uploads.sent).toEqual([])
  })

  test('cancelled: broken off, everything as before', async () => {
    show()
    await userEvent.upload(imageInput(), png)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the upload of new.png' }))
    expect(uploads.last().isAborted).toBe(true)
    await uploads.last().respond(201, { stored })
    expect(value('image')).toBe('old-12345678.jpg')
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  })
})

describe('an image from the computer', () => {
  test('sent at once: preview and progress, then its stored name and size; no bytes go along with the form', async () => {
    show()
    await userEvent.upload(imageInput(), png)
    expect(uploads.last().url).toBe('/admin/files/stage?accepts=image')
    expect(uploads.last().body?.get('file')).toBe(png)
    expect(within(image()).getByAltText('Chosen file for picture')).toHaveAttribute('src', 'blob:preview')
    uploads.last().progress(0.42)
    expect(image()).toHaveTextContent('42 % of 1 kB')
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '0.42')

    await uploads.last().respond(201, { stored })
    expect(value('image')).toBe('new-12345678.png')
    expect(image()).toHaveTextContent('new-12345678.png Changed640 × 480, 20 kB')
    await userEvent.click(saveButton())
    expect(onSave).toHaveBeenCalledWith({ image: 'new-12345678.png', fileUrl: '/menus/old.pdf' })
  })

  test.each([
    [641, true],
    [640, false],
  ])('640 pixels wide, for a place of %i: says whether it is too small', async (width, isSmall) => {
    show(width)
    await userEvent.upload(imageInput(), png)
    await uploads.last().respond(201, { stored })
    const note = within(image()).queryByText(
      `Smaller than its place, which is up to ${width} pixels wide: it may look blurred.`,
    )
    expect(note !== null).toBe(isSmall)
  })

  test('saved while two files are on their way: the save waits for both and then happens once', async () => {
    show()
    await userEvent.upload(imageInput(), png)
    const imageUpload = uploads.last()
    await userEvent.upload(screen.getByLabelText('Replace Menu'), new File(['%PDF'], 'new.pdf'))
    const pdfUpload = uploads.last()
    await userEvent.click(saveButton())
    expect(image()).toHaveTextContent('then saving')
    await imageUpload.respond(201, { stored })
    expect(onSave).not.toHaveBeenCalled()
    await pdfUpload.respond(201, { stored: storedPdf })
    await waitFor(() => {
      expect(onSave).toHaveBeenCalledTimes(1)
    })
    expect(onSave).toHaveBeenCalledWith({ image: 'new-12345678.png', fileUrl: '/menus/new-12345678.pdf' })
  })

  test('saved while a file is on its way that then fails: not saved, the reason stands there', async () => {
    show()
    await userEvent.upload(imageInput(), png)
    await userEvent.click(saveButton())
    await uploads.last().respond(422, { problem: 'No image' })
    expect(within(image()).getByRole('alert')).toHaveTextContent('No image')
    expect(onSave).not.toHaveBeenCalled()
  })
})

describe('a document', () => {
  test('uploaded: into the folder of its field, and its address is the value', async () => {
    show()
    const current = screen.getByRole('link', { name: /^old\.pdf/ }).parentElement
    expect(current).toHaveTextContent('old.pdf (opens in a new tab), 4 kB')
    await userEvent.upload(screen.getByLabelText('Replace Menu'), new File(['%PDF'], 'new.pdf'))
    expect(uploads.last().url).toBe('/admin/files/stage?accepts=pdf&folder=menus')
    await uploads.last().respond(201, { stored: storedPdf })
    expect(screen.getByLabelText(/^Menu/)).toHaveValue('/menus/new-12345678.pdf')
  })

  test('of another site: its address is typed', async () => {
    show()
    await userEvent.clear(screen.getByLabelText(/^Menu/))
    await userEvent.type(screen.getByLabelText(/^Menu/), 'https://example.com/a.pdf')
    await userEvent.click(saveButton())
    expect(onSave).toHaveBeenCalledWith({ image: 'old-12345678.jpg', fileUrl: 'https://example.com/a.pdf' })
  })
})

describe('the library', () => {
  test('cannot be reached: says so', async () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Choose existing for picture' }))
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible()
  })

  test('of more than a page: shows more when asked, finds by name, and what is chosen becomes the value', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      const search = new URL(url, location.href).searchParams
      const page = Number(search.get('page'))
      const files = [{ ...stored, file: `${search.get('q') || 'page'}-${page}.svg` }]
      return Response.json({ files, page, pages: 2, total: 2 })
    })
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Choose existing for picture' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('button', { name: /page-2\.svg/ })).toBeVisible()
    expect(screen.getByRole('button', { name: /page-1\.svg/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()

    await userEvent.type(screen.getByLabelText('Search by name'), 'plant')
    await userEvent.click(await screen.findByRole('button', { name: /plant-1\.svg/ }))
    expect(asked.at(-1)).toBe('/admin/files/list?kind=image&q=plant&page=1')
    expect(screen.queryByText('Choose an image')).not.toBeInTheDocument()
    expect(value('image')).toBe('plant-1.svg')
    expect(onSave).not.toHaveBeenCalled()
  })
})

function Example({ width }: { width?: number }) {
  const form = useContentForm({ id: 'example', schema: () => Promise.resolve(schema), content, reply: undefined })
  return (
    <StoredFilesProvider
      documents={{ '/menus/old.pdf': { bytes: 4_000, date: '2026-01-01' } }}
      folders={{ fileUrl: 'menus' }}
      widths={{ image: width }}
    >
      <FormProvider context={form.context}>
        <form
          id="example"
          onSubmit={(event) => {
            event.preventDefault()
            onSave(Object.fromEntries(new FormData(event.currentTarget)))
          }}
        >
          <Fields />
          <button>Save</button>
        </form>
      </FormProvider>
    </StoredFilesProvider>
  )
}

function Fields() {
  const fields = useFormMetadata<typeof content>().getFieldset()
  return (
    <>
      <ImageField field={fields.image} label="picture" />
      <FileField field={fields.fileUrl} label="Menu" accepts="pdf" />
    </>
  )
}

function show(width?: number) {
  return renderInRouter(<Example {...(width !== undefined && { width })} />)
}

function image() {
  return screen.getByRole('group', { name: 'picture' })
}

function imageInput() {
  return within(image()).getByLabelText<HTMLInputElement>(/Replace|Upload/)
}

function saveButton() {
  return screen.getByRole('button', { name: 'Save' })
}

function value(name: string) {
  return document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value
}
