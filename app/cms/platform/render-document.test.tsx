import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { renderToText } from './render-document.server.ts'

function rethrow(error: unknown) {
  throw error
}

test.each([0, 2, 4, 6])(
  'characters of two bytes at the ends of the buffer, %s letters between them: the text is whole',
  async (gap) => {
    const item = 'a'.repeat(gap) + '\u00a0'.repeat(3)
    const document = (
      <ul>
        {Array.from({ length: 3_000 }, (_, at) => (
          <li key={at}>{item}</li>
        ))}
      </ul>
    )
    const html = await renderToText(document, { nonce: 'n', onError: rethrow })
    expect(html).toBe(renderToStaticMarkup(document))
  },
)

test('a document that cannot be shown: rejects with its error', async () => {
  function Broken(): never {
    throw new Error('broken')
  }
  const errors: unknown[] = []
  const rendering = renderToText(<Broken />, { nonce: 'n', onError: (error) => void errors.push(error) })
  await expect(rendering).rejects.toThrow('broken')
  expect(errors).toEqual([expect.objectContaining({ message: 'broken' })])
})
