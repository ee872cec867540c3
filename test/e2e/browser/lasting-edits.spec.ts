import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { parse, stringify } from 'yaml'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { withHandEdit } from '../hand-edit.ts'
import { expectStatus, openField } from '../prove-editor.ts'

const LONG_LIST = 200

test.describe('what was typed', () => {
  // The browser itself reports refused and failed requests on the console.
  test.use({ expectedConsoleErrors: [/status of 4(?:04|09|22)|ERR_FAILED/] })

  test('outlasts its session: kept over the sign-in, saved only by Update', async ({ page, site, signIn }) => {
    await signIn()
    await page.goto('/admin/stats')
    await page.getByLabel(/^Clients/).fill('4711')
    await page.context().clearCookies({ name: 'session' })
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(page.getByText('Your session has ended. Your text is not lost: log in to continue.')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Username').fill(site.username)
    await page.getByLabel('Password').fill(site.password)
    await page.getByLabel('Password').press('Enter')

    await expect(page).toHaveURL(/\/admin\/stats$/)
    await expect(
      page.getByText('You had to log in again. Your changes are not saved yet. Check your text, then save.'),
    ).toBeVisible()
    await expect(page.getByLabel(/^Clients/)).toHaveValue('4711')
    expect(await (await page.request.get('/')).text()).not.toContain('4711')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(page.getByText('Stats updated successfully!')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Your changes are not saved yet')).toBeHidden()
    await expect(page.getByLabel(/^Clients/)).toHaveValue('4711')
  })

  test('outlasts its session as a draft and is discarded: the page as it is saved', async ({ page, site, signIn }) => {
    await signIn()
    await page.goto('/admin/stats')
    const saved = await page.getByLabel(/^Years/).inputValue()
    await page.getByLabel(/^Years/).fill('99')
    await page.context().clearCookies({ name: 'session' })
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByLabel('Username').fill(site.username)
    await page.getByLabel('Password').fill(site.password)
    await page.getByLabel('Password').press('Enter')
    await expect(page.getByLabel(/^Years/)).toHaveValue('99')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('Your changes are not saved yet')).toBeHidden()
    await expect(page.getByLabel(/^Years/)).toHaveValue(saved)
  })

  test('outlasts its session and its slide: shown after the sign-in, and added again', async ({
    page,
    browser,
    site,
    signIn,
  }) => {
    await signIn()
    const context = await browser.newContext({ storageState: await page.context().storageState() })
    const other = await context.newPage()
    await page.goto('/admin/herocarousel')
    await page.getByRole('link', { name: 'Edit slide 1' }).click()
    await page.getByLabel('Subtitle').fill('Outlasts its slide')
    const slide = page.url()
    await other.goto(slide)
    await other.getByRole('link', { name: 'Delete slide' }).click()
    await other.getByRole('button', { name: 'Delete slide' }).click()
    await expect(other.getByText('Slide deleted')).toBeVisible()
    await context.close()

    await page.context().clearCookies({ name: 'session' })
    await page.getByRole('button', { name: 'Save slide' }).click()
    await page.getByLabel('Username').fill(site.username)
    await page.getByLabel('Password').fill(site.password)
    await page.getByLabel('Password').press('Enter')
    await expect(page).toHaveURL(slide)
    await expect(page.getByText('This slide no longer exists.')).toBeVisible()
    await expect(page.getByLabel('Subtitle')).toHaveValue('Outlasts its slide')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save slide' }).click()
    await expect(page.getByText('Slide added')).toBeVisible()
    expect(await (await page.request.get('/')).text()).toContain('Outlasts its slide')
  })

  test('outlasts a network that fails: a message, and saved on the next try', async ({ page, signIn }) => {
    await signIn()
    await page.goto('/admin/stats')
    await page.getByLabel(/^Years/).fill('51')
    await page.route(/\/admin\/stats\.data/, (route) => route.abort())
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(page.getByText('Failed to update stats')).toBeVisible()
    await expect(page.getByText(/Your text is still in the form/)).toBeVisible()
    await expect(page.getByLabel(/^Years/)).toHaveValue('51')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(page.getByText('Stats updated successfully!')).toBeVisible()
  })

  test('by two on one form: other fields are merged, the same field is asked about', async ({ page, site, signIn }) => {
    await signIn()
    await page.goto('/admin/stats')
    await page.getByLabel(/^Years/).fill('61')
    await page.getByLabel(/^Clients/).fill('62')
    const other = await page.context().newPage()
    await other.goto(`${site.origin}/admin/stats`)
    await other.getByLabel(/^Clients/).fill('72')
    await other
      .getByLabel(/^Capacity/)
      .first()
      .fill('73000')
    await other.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(other.getByText('Stats updated successfully!')).toBeVisible()
    await other.close()

    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(page.getByText('This was saved again after you opened this page.')).toBeVisible()
    await expect(page.getByLabel(/^Years/)).toHaveValue('61')
    await expect(page.getByLabel(/^Clients/)).toHaveValue('62')
    await expect(page.getByLabel(/^Capacity/).first()).toHaveValue('73000')
    await expectAccessible(page)
    await page.getByLabel(/^Saved version: 72/).check()
    await expect(page.getByLabel(/^Clients/)).toHaveValue('72')
    await page.getByLabel(/^Your version: 62/).check()
    await expect(page.getByLabel(/^Clients/)).toHaveValue('62')
    await page.getByLabel(/^Saved version: 72/).check()
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(page.getByText('Stats updated successfully!')).toBeVisible()
    await expect(page.getByLabel(/^Clients/)).toHaveValue('72')
    const home = await (await page.request.get('/')).text()
    for (const figure of ['61', '72']) expect(home).toContain(figure)
  })
})

test.describe('the choices after a conflict', () => {
  test.use({ expectedConsoleErrors: [/status of 409/] })

  test('outlast the session: shown again as they were made, and only then saved', async ({ page, site, signIn }) => {
    await signIn()
    await page.goto('/admin/stats')
    await page.getByLabel(/^Years/).fill('63')
    await page.getByLabel(/^Clients/).fill('64')
    const other = await page.context().newPage()
    await other.goto(`${site.origin}/admin/stats`)
    await other.getByLabel(/^Years/).fill('73')
    await other.getByLabel(/^Clients/).fill('74')
    await other.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(other.getByText('Stats updated successfully!')).toBeVisible()
    await other.close()

    await page.getByRole('button', { name: 'Update', exact: true }).click()
    const choices = page.locator('.choices')
    await choices.getByLabel(/^Saved version: 74/).check()
    // Nothing that the server knows of the person is left: the browser alone keeps the form.
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await page.getByLabel('Username').fill(site.username)
    await page.getByLabel('Password').fill(site.password)
    await page.getByLabel('Password').press('Enter')
    await page.getByRole('button', { name: 'Use it' }).click()

    await expect(page.getByText('This was saved again after you opened this page.')).toBeVisible()
    await expect(choices.getByLabel(/^Your version: 63/)).toBeChecked()
    await expect(choices.getByLabel(/^Saved version: 74/)).toBeChecked()
    await expect(page.getByLabel(/^Clients/)).toHaveValue('74')
    await expectAccessible(page)
    const before = await (await page.request.get('/')).text()
    for (const figure of ['73', '74']) expect(before).toContain(figure)
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(page.getByText('Stats updated successfully!')).toBeVisible()
    await expect(page.getByLabel(/^Years/)).toHaveValue('63')
    await expect(page.getByLabel(/^Clients/)).toHaveValue('74')
  })
})

test.describe(`a list of ${LONG_LIST}`, () => {
  test('a title is typed, the filter narrows it down, a place is typed, all of it is saved', async ({
    page,
    site,
    signIn,
  }) => {
    test.slow()
    await signIn()
    await withHandEdit(site, { file: 'gallery.yaml', address: '/gallery', edit: withLongList }, async () => {
      await page.goto('/admin/gallery')
      await expect(page.getByText(`${LONG_LIST} pictures`).first()).toBeVisible()

      await (await openField(page, 'items[0].title')).press('End')
      await page.keyboard.type(' of the year')
      await expect(page.getByText('Unsaved changes')).toBeVisible()

      await page.getByLabel(/^Filter by title/).fill('picture 199')
      await expect(page.locator('.item:visible')).toHaveCount(1)
      const place = page.getByLabel(`Position of Picture 199, from 1 to ${LONG_LIST}`)
      await place.fill('1')
      await place.press('Enter')
      await page.getByLabel(/^Filter by title/).fill('')
      await expect(page.locator('.item__title').first()).toHaveText('Picture 199')
      await page.getByRole('button', { name: 'Update', exact: true }).click()
      await expect(page.getByText('Gallery updated successfully!')).toBeVisible({ timeout: 30_000 })
      const { items } = galleryOf(await readFile(path.join(site.contentDir, 'gallery.yaml'), 'utf8'))
      expect(items).toHaveLength(LONG_LIST)
      expect(items.slice(0, 2).map(({ _id }) => _id)).toEqual(['g199', 'g0'])
      expect(items[1]?.title).toBe('Picture 0 of the year')
    })
  })
})

test('rows are dragged by their handles: in a form and in the table of slides', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin/clients')
  const titles = page.locator('.item__title')
  const [first = '', second = '', third = ''] = await titles.allInnerTexts()
  await drag(page, page.locator('.item .grip').nth(0), page.locator('.item').nth(2))
  await expect(titles.nth(0)).toHaveText(second)
  await expect(titles.nth(2)).toHaveText(first)
  await expect(titles.nth(1)).toHaveText(third)
  await expect(page.getByText(/^Moved from position 1 to position 3 of/)).toBeAttached()
  await expect(page.getByText('Unsaved changes')).toBeVisible()

  await page.getByRole('button', { name: 'Update', exact: true }).last().click()
  await expectStatus(page, 'Clients section updated successfully')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectStatus(page, 'The edit was undone')
  await expect(titles.nth(0)).toHaveText(first)

  await page.goto('/admin/herocarousel')
  const slides = page.getByRole('rowheader')
  const [slide = ''] = await slides.allInnerTexts()
  await drag(page, page.locator('tbody .grip').nth(0), page.locator('tbody tr').nth(1))
  await expect(page.getByText('Order changed')).toBeVisible()
  await expect(slides.nth(1)).toHaveText(slide, { useInnerText: true })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectStatus(page, 'The edit was undone')
  await expect(slides.nth(0)).toHaveText(slide, { useInnerText: true })
})

async function drag(page: Page, handle: ReturnType<Page['locator']>, target: ReturnType<Page['locator']>) {
  // A pointer near the edge of the window scrolls the page during the drag, and the row goes too far
  await target.evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await handle.hover()
  await page.mouse.down()
  const box = await target.boundingBox()
  if (!box) throw new Error('The row to drop on is not on the page')
  await page.mouse.move(box.x + 20, box.y + box.height - 4, { steps: 5 })
  await page.mouse.up()
}

interface Gallery {
  items: { _id: string; title: string }[]
}

function galleryOf(yaml: string) {
  return parse(yaml) as Gallery
}

function withLongList(yaml: string) {
  const gallery = galleryOf(yaml)
  const items = Array.from({ length: LONG_LIST }, (_, at) => ({
    ...gallery.items[at % gallery.items.length],
    _id: `g${at}`,
    title: `Picture ${at}`,
  }))
  return stringify({ ...gallery, items })
}
