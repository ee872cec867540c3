import { expect, test } from 'vitest'
import { openTestDecoder, pidOf } from '#test/open-test-decoder.ts'
import { filesBelow, inPieces, photo, plain, temporaryLibrary } from '#test/temporary-images.ts'

test('an upload while the site is closed: refused for now, and not called damaged', async () => {
  const decoder = openTestDecoder()
  const { library, uploadsDir } = await temporaryLibrary({ decoder, onProblem: () => undefined })
  const image = await photo(1500, 1500).png().toBuffer()
  const upload = library.storeImage(inPieces(image), 'a.png', 'asha')
  const outcome = expect(upload).rejects.toMatchObject({ status: 503 })
  await pidOf(decoder)
  await decoder.close()
  await outcome
  expect(await filesBelow(uploadsDir)).toEqual([])
})

test('an upload whose decoder is killed: refused with a way on, nothing is left of it, the next one is stored', async () => {
  const decoder = openTestDecoder()
  const { library, uploadsDir } = await temporaryLibrary({ decoder })
  const storing = library.storeImage(inPieces(await photo(1500, 1500).png().toBuffer()), 'a.png', 'asha')
  process.kill(await pidOf(decoder), 'SIGKILL')
  await expect(storing).rejects.toMatchObject({
    name: 'UploadRefused',
    status: 422,
    message: expect.stringMatching(/^“a\.png” cannot be decoded: .* Export it again, then upload the new file\.$/),
  })
  expect(await filesBelow(uploadsDir)).toEqual([])
  await expect(
    library.storeImage(inPieces(await photo(40, 30).jpeg().toBuffer()), 'a.jpg', 'asha'),
  ).resolves.toMatchObject({
    width: 40,
  })
})

test('an upload that is not decoded in time: refused for now, and not called damaged', async () => {
  const decoder = openTestDecoder({ jobLimit: 1 })
  const { library, uploadsDir } = await temporaryLibrary({ decoder, onProblem: () => undefined })
  const image = await photo(1500, 1500).png().toBuffer()
  await expect(library.storeImage(inPieces(image), 'a.png', 'asha')).rejects.toMatchObject({
    name: 'UploadRefused',
    status: 503,
    retryAfter: 60,
    message: expect.stringMatching(/^“a\.png” was not stored: the server was too busy .* Try again in a minute\./),
  })
  expect(await filesBelow(uploadsDir)).toEqual([])
})

test('50 hostile images at once: each is stored or refused, and the next image is stored', async () => {
  const decoder = openTestDecoder()
  const { library } = await temporaryLibrary({ decoder, onProblem: () => undefined })
  const whole = await photo(200, 100).jpeg().toBuffer()
  const formats = await Promise.all([
    photo(200, 100).jpeg({ progressive: true }).toBuffer(),
    photo(200, 100).png().toBuffer(),
    photo(200, 100).webp().toBuffer(),
    photo(200, 100).avif({ effort: 0 }).toBuffer(),
  ])
  const [tooLarge, largest] = await Promise.all([
    plain(9500, 7000).png().toBuffer(),
    plain(7000, 5700).png().toBuffer(),
  ])
  const hostile = Array.from({ length: 50 }, (_, index) => {
    if (index % 10 === 9) return index === 9 ? largest : tooLarge
    const bytes = Buffer.from(formats[index % formats.length] ?? largest)
    // The same damage in every run: bytes all over the file.
    for (let at = 20 + index; at < bytes.length; at += 97 + index) bytes[at] = (index * 151) % 256
    return bytes
  })
  const outcomes = await Promise.allSettled(
    hostile.map((bytes) => library.storeImage(inPieces(bytes), 'hostile.jpg', 'asha')),
  )
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: 'UploadRefused', status: 422 })
  }
  expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true)
  await expect(library.storeImage(inPieces(whole), 'a.jpg', 'asha')).resolves.toMatchObject({ width: 200 })
  await library.close()
})
