import { expect, test } from 'vitest'
import { contentFields, PENDING_PDF, PENDING_UPLOAD } from './form-envelope.ts'

test('of a posted form: the content alone, a new entry with an id', () => {
  const posted = form({
    version: 'abc',
    intent: 'save',
    entry: '1',
    _id: '',
    title: 'Title',
    'products[0]._id': 'kept',
    'products[1]._id': '',
    'products[1].title': '',
  })
  expect(Object.fromEntries(contentFields(posted, () => 'made'))).toEqual({
    _id: '',
    title: 'Title',
    'products[0]._id': 'kept',
    'products[1]._id': 'made',
    'products[1].title': '',
  })
})

test('a file that is chosen but not sent: stands in for the name of the image, or the address of the PDF', () => {
  const posted = form({
    image: '',
    'image-upload': new File(['x'], 'a.png'),
    fileUrl: '',
    'fileUrl-upload': new File(['x'], 'Report.PDF'),
    icon: 'a.svg',
    'icon-upload': new File([], ''),
  })
  expect(Object.fromEntries(contentFields(posted, () => 'made'))).toEqual({
    image: PENDING_UPLOAD,
    fileUrl: PENDING_PDF,
    icon: 'a.svg',
  })
})

function form(fields: Record<string, string | File>) {
  const formData = new FormData()
  for (const [name, value] of Object.entries(fields)) formData.append(name, value)
  return formData
}
