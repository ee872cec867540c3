import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

const FILM = 'uploads/videos/drhp-overview-en-a91b891b.mp4'
const CAPTIONS = 'uploads/videos/drhp-overview-en-e26063d9.vtt'

const titles = [
  'Financial Highlights',
  'Financial results',
  'Reports',
  'Offer Documents',
  'Management',
  'Governance',
  'Investor Grievance',
  'Material Contracts',
]

test('all eight sections are closed at first, and a click opens each', async ({ page }) => {
  await page.goto('/investors')
  const main = page.getByRole('main')
  const sections = main.getByRole('group')
  await expect(sections.getByRole('heading', { level: 2 })).toHaveText(titles)
  await expect(sections).toHaveCount(titles.length)

  for (const [index, title] of titles.entries()) {
    const section = sections.nth(index)
    const inside = section.getByRole('paragraph').or(section.getByRole('listitem')).first()
    await expect(inside, title).toBeHidden()
    await section.getByRole('heading', { name: title, level: 2 }).click()
    await expect(inside, title).toBeVisible()
  }
  await expectAccessible(page)

  // And closes it again.
  await main.getByRole('heading', { name: 'Governance' }).click()
  await expect(page.getByRole('link', { name: /Whistle Blower Policy/ })).toBeHidden()
})

test('/investors#governance: that section alone is open and in view', async ({ page }) => {
  await page.goto('/investors#governance')
  await expect(page.getByRole('heading', { name: 'Governance' })).toBeInViewport()
  await expect(page.getByRole('link', { name: /^1 Code of Conduct/ })).toBeInViewport()
  await expect(page.getByText('Registrar and Transfer Agent')).toBeHidden()
})

test('a policy: saved as a PDF, the page stays', async ({ page }) => {
  await page.goto('/investors#governance')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /Whistle Blower Policy/ }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('whistle-blower.pdf')
  expect(await startOf(saved)).toBe('%PDF-')
  await expect(page).toHaveURL(/\/investors#governance$/)
})

test('Download Report: a new tab, and the PDF is saved', async ({ page }) => {
  await page.goto('/investors#reports')
  const tab = page.waitForEvent('popup')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Report 2023-24, opens in a new tab' }).click()
  await tab
  const saved = await download
  expect(saved.suggestedFilename()).toBe('annual-report-2023-24.pdf')
  expect(await startOf(saved)).toBe('%PDF-')
})

async function startOf(download: Download) {
  return (await readFile(await download.path())).subarray(0, 5).toString('latin1')
}

test('a film without captions: staff are told; with them, visitors reach and play it by the keyboard', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/admin/documents/call-recording-2024-25')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'Call.mp4', mimeType: 'video/mp4', buffer: await readFile(FILM) })
  await expect(page.getByText(/who cannot hear the film cannot follow it/)).toBeVisible()
  await page.getByRole('button', { name: 'Add further file' }).click()
  const further = page.locator('.item').last()
  await further.getByLabel('Title').fill('English')
  await further
    .locator('input[type=file]')
    .setInputFiles({ name: 'Call.vtt', mimeType: 'text/vtt', buffer: await readFile(CAPTIONS) })
  await expect(page.getByText(/who cannot hear the film cannot follow it/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'updated successfully' })).toBeVisible()

  await page.goto('/investors/documents?kind=call-recording')
  await page.getByRole('link', { name: /^Watch/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/documents\/call-recording-2024-25\/watch$/)
  await expectAccessible(page)
  await expect(page.getByRole('main').getByRole('link', { name: /Transcript of the results call/ })).toBeVisible()
  const film = page.locator('video')
  const isPlayable = (video: HTMLVideoElement) => video.readyState >= 1 && video.textTracks[0]?.cues?.length
  await expect.poll(() => film.evaluate(isPlayable)).toBeGreaterThan(0)
  await film.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
})
