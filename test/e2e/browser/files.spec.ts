import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { expectStatus } from '../prove-editor.ts'

const USED = 'global-expansion-12357d45.jpg'

// The same bytes are stored as one file, whatever its name, so each way has its own colour.
const ways = [
  { name: 'scripted', javaScriptEnabled: true, colour: '#112233', other: '#332211' },
  { name: 'plain', javaScriptEnabled: false, colour: '#556677', other: '#776655' },
]

for (const { name, javaScriptEnabled, colour, other } of ways) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({
      javaScriptEnabled,
      viewport: { width: 360, height: 900 },
      expectedConsoleErrors: [/status of 4(?:15|22)/],
    })

    test('files: uploaded, deleted, back by Undo and from the deleted ones; each view is accessible', async ({
      page,
      signIn,
    }) => {
      await signIn()
      await page.goto('/admin/files')
      await page
        .getByLabel('Upload files')
        .setInputFiles([
          await picture(`${name}.jpg`, colour),
          { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('Not a picture') },
        ])
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(page.getByRole('alert').filter({ hasText: '“notes.png” is not a JPEG' })).toBeVisible()
      await expect(page.getByText(/^1 file uploaded/).first()).toBeVisible()
      const card = page.getByRole('listitem').filter({ hasText: new RegExp(`${name}-[0-9a-f]{8}\\.jpg`) })
      await expect(card).toContainText('640 × 480')
      await expect(card).toContainText('Not used')
      await expectGoodView(page, javaScriptEnabled)

      const address = (await card.getByRole('link', { name: 'opens in a new tab' }).getAttribute('href')) ?? ''
      await expectServed(page, address, 200)
      await card.getByRole('link', { name: /^Delete/ }).click()
      await expect(page.getByText('Are you sure you want to delete this file?')).toBeVisible()
      await expectGoodView(page, javaScriptEnabled)
      await page.getByRole('link', { name: 'Cancel' }).click()
      await card.getByRole('link', { name: /^Delete/ }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      const file = address.slice('/uploads/'.length)
      await expectStatus(page, `${file} deleted`)
      await expect(card).toHaveCount(0)
      await expectServed(page, address, 404)

      await page.getByRole('button', { name: 'Undo' }).click()
      await expectStatus(page, `${file} was restored`)
      await expectServed(page, address, 200)

      await card.getByRole('link', { name: /^Delete/ }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expectStatus(page, `${file} deleted`)
      await page.getByRole('link', { name: /^Deleted/ }).click()
      await expect(page.getByRole('row').filter({ hasText: file })).toBeVisible()
      await expectGoodView(page, javaScriptEnabled)
      await page.getByRole('button', { name: `Restore ${file}` }).click()
      await expectStatus(page, `${file} was restored`)
      await expectServed(page, address, 200)
    })

    test('a file in use: says where, leads there, and cannot be deleted', async ({ page, signIn }) => {
      await signIn()
      await page.goto(`/admin/files?q=${USED.slice(0, -4)}`)
      const card = page.getByRole('listitem').filter({ hasText: USED })
      await expect(card).toContainText('Used in')
      await expect(card.getByRole('link', { name: /^Delete/ })).toHaveCount(0)
      await card.getByRole('link', { name: 'About Us' }).click()
      await expect(page).toHaveURL(/\/admin\/about/)

      await page.goto(`/admin/files?delete=${USED}`)
      await expect(page.getByText('This file cannot be deleted while it is used.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
      await expectServed(page, `/uploads/${USED}`, 200)
    })

    test('a picture replaced everywhere: what changes is shown first, then it is on its page; undone', async ({
      page,
      signIn,
    }) => {
      await signIn()
      await page.goto('/admin/files?q=careers')
      await page.getByRole('link', { name: /^Replace file careers-.* everywhere$/ }).click()
      await expect(page.getByText('Careers: Image')).toBeVisible()
      await page.getByLabel('Or upload it').setInputFiles(await picture(`workshop-${name}.jpg`, other))
      await page.getByRole('button', { name: 'Show what changes' }).click()
      await expect(page.getByText('1 place in 1 section will show the new file.')).toBeVisible()
      await expectGoodView(page, javaScriptEnabled)
      await page.getByRole('button', { name: 'Replace everywhere now' }).click()
      await expectStatus(page, '1 section with the new file published at one moment')
      await expectPicture(page, { shown: `/uploads/workshop-${name}-`, gone: '/uploads/careers-' })

      await page.getByRole('link', { name: 'Undo this release' }).click()
      await page.getByRole('button', { name: 'Undo this release' }).last().click()
      await expect(page.getByRole('link', { name: 'Delete release' })).toBeVisible()
      await expectPicture(page, { shown: '/uploads/careers-', gone: `/uploads/workshop-${name}-` })
      await page.getByRole('link', { name: 'Delete release' }).click()
      await page.getByLabel('Discard them').check()
      await page.getByRole('button', { name: 'Delete release' }).last().click()
      await expect(page).toHaveURL(/\/admin\/releases$/)
    })

    test('a document: listed by its name with its size, found by the search', async ({ page, signIn }) => {
      await signIn()
      await page.goto('/admin/files?kind=document')
      await page.getByLabel('Upload files').setInputFiles(captions(`Minutes ${name}.vtt`))
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(page.getByText(/^1 file uploaded/).first()).toBeVisible()
      await page.getByRole('searchbox', { name: 'Search files by name' }).fill(`minutes ${name}`)
      await page.getByRole('button', { name: 'Search', exact: true }).last().click()
      await expect(page.getByRole('row')).toHaveCount(2)
      await expect(page.getByRole('row').last()).toContainText(/minutes-[a-z]+-[0-9a-f]{8}\.vtt.*1 kB/)
      await expectGoodView(page, javaScriptEnabled)
    })
  })
}

/** Expects the address of one picture on the careers page, and not that of the other. */
async function expectPicture(page: Page, { shown, gone }: { shown: string; gone: string }) {
  const careers = await (await page.request.get('/careers')).text()
  expect(careers).toContain(shown)
  expect(careers).not.toContain(gone)
}

async function expectServed(page: Page, address: string, status: number) {
  expect((await page.request.get(address)).status(), address).toBe(status)
}

/**
 * Expects at 360 and 1280 px that nothing is wider than the window and that axe finds nothing. Axe needs JavaScript;
 * without it, the HTML is the same.
 */
async function expectGoodView(page: Page, javaScriptEnabled: boolean) {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `pixels beyond a window of ${width}`).toBeLessThanOrEqual(0)
    if (javaScriptEnabled) await expectAccessible(page)
  }
}

async function picture(name: string, background: string) {
  const image = sharp({ create: { width: 640, height: 480, channels: 3, background } })
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() }
}

function captions(name: string) {
  return { name, mimeType: 'text/vtt', buffer: Buffer.from(`WEBVTT\n\n00:01.000 --> 00:02.000\n${name}\n`) }
}
