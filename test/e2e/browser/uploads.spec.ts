import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '../fixtures.ts'
import { largePdf, PHONE_MODEL, phonePhoto } from '../large-files.ts'
import { expectStatus, openField, pressUpdate } from '../prove-editor.ts'

const MEGABYTE = 1024 * 1024
const SLOW_UPLOAD = { timeout: 45_000 }

const text = { mimeType: 'text/plain', buffer: Buffer.from('Not what its name says.\n') }

// The browser itself reports the status of a refused file on the console. Playwright's trace fetches the preview of a
// file.
test.use({ expectedConsoleErrors: [/status of 4(?:15|22)|^Connecting to 'blob:/] })

/** `stored` is the upright photo, no larger than any page needs it. Large files are tested with scripts only. */
const ways = [
  {
    name: 'with JavaScript',
    javaScriptEnabled: true,
    photo: { width: 4032, height: 3024 },
    stored: { width: 1810, height: 2414 },
    pdf: 30 * MEGABYTE,
  },
  {
    name: 'by plain forms',
    javaScriptEnabled: false,
    photo: { width: 1600, height: 1200 },
    stored: { width: 1200, height: 1600 },
    pdf: 2 * MEGABYTE,
  },
]

for (const { name, javaScriptEnabled, photo: size, stored, pdf: pdfBytes } of ways) {
  test.describe(name, () => {
    test.use({ javaScriptEnabled })

    test('a photograph from a phone, with JavaScript one of 9 MB: upright on the page, and nothing tells the phone or the place', async ({
      page,
      signIn,
    }) => {
      test.setTimeout(120_000)
      const photo = await phonePhoto('IMG_0815.JPG', size)
      if (javaScriptEnabled) expect(photo.buffer.length).toBeGreaterThan(8.5 * MEGABYTE)
      await signIn()
      await page.goto('/admin/gallery')
      await openField(page, 'items[0].title')
      await page.locator('.item').first().locator('input[type=file]').setInputFiles(photo)
      await pressUpdate(page)
      await expectStatus(page, 'Gallery updated successfully!', SLOW_UPLOAD)

      const gallery = await (await page.request.get('/gallery')).text()
      const [image = '', address = ''] = /<img src="(\/uploads\/img-0815-[0-9a-f]{8}\.jpg)"[^>]*>/.exec(gallery) ?? []
      expect(image).toContain(`width="${stored.width}" height="${stored.height}"`)
      const variant = `${address.replace('/uploads/', '/variants/')}/640.webp`
      expect(gallery).toContain(variant)
      for (const served of [address, variant]) {
        const bytes = await (await page.request.get(served, SLOW_UPLOAD)).body()
        const { width, height, orientation, exif, xmp } = await sharp(bytes).metadata()
        expect(height / width, served).toBeCloseTo(4032 / 3024, 1)
        expect([orientation, exif, xmp], served).toEqual([undefined, undefined, undefined])
        expect(bytes.includes(PHONE_MODEL), served).toBe(false)
        expect(await isRed(bytes, { left: width - 20, top: 10 }), `the top right of ${served}`).toBe(true)
        expect(await isRed(bytes, { left: 10, top: 10 }), `the top left of ${served}`).toBe(false)
      }

      await page.getByRole('button', { name: 'Undo' }).click()
      await expectStatus(page, 'The edit was undone')
      expect(await (await page.request.get('/gallery')).text()).not.toContain(address)
    })

    test('a PDF, with JavaScript one of 30 MB: on the page with its size, and every byte of it can be downloaded', async ({
      page,
      site,
      signIn,
    }) => {
      test.setTimeout(120_000)
      const pdf = largePdf('Large policy.pdf', pdfBytes)
      // The browser reads the file. Playwright would send bytes to it as text.
      const file = test.info().outputPath(pdf.name)
      await writeFile(file, pdf.buffer)
      await signIn()
      await page.goto('/admin/documents/archival-policy')
      await fileInput(page, 'fileUrl').then((input) => input.setInputFiles(file))
      await pressUpdate(page)
      await expectStatus(page, 'Archival Policy updated successfully!', SLOW_UPLOAD)

      const investors = await (await page.request.get('/investors')).text()
      const [address = ''] = /\/uploads\/documents\/large-policy-[0-9a-f]{8}\.pdf/.exec(investors) ?? []
      expect(investors).toMatch(javaScriptEnabled ? /large-policy-[^]*?31\.5\sMB/ : /large-policy-[^]*?2\.1\sMB/)
      const download = await fetch(site.origin + address)
      expect(download.headers.get('content-type')).toBe('application/pdf')
      expect(digest(new Uint8Array(await download.arrayBuffer()))).toBe(digest(pdf.buffer))

      await page.getByRole('button', { name: 'Undo' }).click()
      await expectStatus(page, 'The edit was undone')
    })
  })
}

test.describe('a text that calls itself a picture or a PDF, with JavaScript', () => {
  test('for a client: Image upload failed and why, what was typed stays; saved without it', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.goto('/admin/clients')
    const alt = await openField(page, 'clients[1].alt')
    const logo = await page.locator('[name="clients[1].image"]').inputValue()
    await alt.fill('Typed before the file')
    await page
      .locator('.item')
      .nth(1)
      .locator('input[type=file]')
      .setInputFiles({ ...text, name: 'logo.png' })
    const problem = page.getByRole('alert').filter({ hasText: 'Image upload failed' })
    await expect(problem).toContainText('“logo.png” is not a JPEG, PNG, WebP or AVIF image')
    await expect(alt).toHaveValue('Typed before the file')

    await pressUpdate(page)
    await page.getByRole('button', { name: 'Continue without file logo.png' }).click()
    await expect(problem).toHaveCount(0)
    await pressUpdate(page)
    await expectStatus(page, 'Clients section updated successfully')
    const shown = await (await page.request.get('/')).text()
    expect(shown).toContain('Typed before the file')
    expect(shown).toContain(logo)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectStatus(page, 'The edit was undone')
  })

  test('for a policy: PDF upload failed and why, what was typed stays', async ({ page, signIn }) => {
    await signIn()
    await page.goto('/admin/documents/archival-policy')
    const title = page.locator('[name="title"]')
    await title.fill('Typed before the file')
    await fileInput(page, 'fileUrl').then((input) => input.setInputFiles({ ...text, name: 'policy.pdf' }))
    const problem = page.getByRole('alert').filter({ hasText: 'PDF upload failed' })
    await expect(problem).toContainText('“policy.pdf” is not a PDF')
    await expect(title).toHaveValue('Typed before the file')
  })
})

test.describe('a text that calls itself a picture or a PDF, by plain forms', () => {
  test.use({ javaScriptEnabled: false })

  test('for a client: Image upload failed and why at the field, what was typed stays, nothing is saved', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.goto('/admin/clients')
    const alt = await openField(page, 'clients[1].alt')
    await alt.fill('Typed before the file')
    await page
      .locator('.item')
      .nth(1)
      .locator('input[type=file]')
      .setInputFiles({ ...text, name: 'logo.png' })
    await pressUpdate(page)
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to update Clients section' })).toBeVisible()
    await expect(page.locator('.item').nth(1).locator('input[type=file]')).toHaveAccessibleDescription(
      /^Image upload failed\. “logo\.png” is not a JPEG, PNG, WebP or AVIF image/,
    )
    await expect(alt).toHaveValue('Typed before the file')
    expect(await (await page.request.get('/')).text()).not.toContain('Typed before the file')
  })

  test('for a policy: why at the field, what was typed stays, nothing is saved', async ({ page, signIn }) => {
    await signIn()
    await page.goto('/admin/documents/archival-policy')
    const title = page.locator('[name="title"]')
    await title.fill('Typed before the file')
    await fileInput(page, 'fileUrl').then((input) => input.setInputFiles({ ...text, name: 'policy.pdf' }))
    await pressUpdate(page)
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to update Archival Policy' })).toBeVisible()
    await expect(page.locator('[name="fileUrl"]')).toHaveAccessibleDescription(/“policy\.pdf” is not a PDF/)
    await expect(title).toHaveValue('Typed before the file')
    expect(await (await page.request.get('/investors')).text()).not.toContain('Typed before the file')
  })
})

/** The file input beside the control that holds the address of a document. */
async function fileInput(page: Page, name: string) {
  const address = await openField(page, name)
  return page.locator('.filefield', { has: address }).locator('input[type=file]')
}

async function isRed(bytes: Buffer, { left, top }: { left: number; top: number }) {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 8, height: 8 })
    .resize(1, 1)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0, blue = 0] = data
  return red > 200 && green < 90 && blue < 90
}

function digest(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('hex')
}
