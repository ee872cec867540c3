import { expect, test } from 'vitest'
import { contentFields, fieldOfUpload, isEnvelopeName, uploadNameOf } from './form-envelope.ts'

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

test('a file input beside its field: no part of the content, and leads back to its field', () => {
  const posted = form({ image: 'a.jpg', 'image-upload': new File(['x'], 'a.png') })
  expect(Object.fromEntries(contentFields(posted, () => 'made'))).toEqual({ image: 'a.jpg' })
  expect(fieldOfUpload(uploadNameOf('items[0].image'))).toBe('items[0].image')
  expect(fieldOfUpload('image')).toBeUndefined()
  expect(isEnvelopeName('image-upload')).toBe(true)
})

function form(fields: Record<string, string | File>) {
  const formData = new FormData()
  for (const [name, value] of Object.entries(fields)) formData.append(name, value)
  return formData
}
