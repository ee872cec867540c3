import { expect, test } from './fixtures.ts'

// The browser itself reports the status of a refused form on the console.
test.use({ expectedConsoleErrors: [/status of 4(?:04|09|22)/] })

test('Reload after a refused post: it is refused again, with what was typed', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin/contact-content')
  await page
    .getByLabel(/^Title/)
    .first()
    .fill('')
  await page
    .getByLabel(/^Description/)
    .first()
    .fill('Typed and refused')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  for (const time of ['at first', 'after Reload']) {
    await expect(page.getByLabel(/^Title/).first(), time).toHaveAttribute('aria-invalid')
    await expect(page.getByLabel(/^Description/).first(), time).toHaveValue('Typed and refused')
    await page.reload()
  }
  expect(await (await page.request.get('/contactus')).text()).not.toContain('Typed and refused')
})

test('Reload and Back after a save: what is saved', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin/contact-content')
  await page
    .getByLabel(/^Title/)
    .first()
    .fill('Write to us')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Contact updated successfully!')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Contact updated successfully!')).toBeHidden()
  await expect(page.getByLabel(/^Title/).first()).toHaveValue('Write to us')
  await page.goto('/admin')
  await page.goBack()
  await expect(page.getByLabel(/^Title/).first()).toHaveValue('Write to us')
})

test('a slide that someone deletes while it is edited: what was typed stays, and is added again', async ({
  page,
  site,
  signIn,
}) => {
  await signIn()
  await page.goto('/admin/herocarousel')
  await page.getByRole('link', { name: 'Edit slide 2' }).click()
  await page.getByLabel('Subtitle').fill('Typed while it went')
  const other = await page.context().newPage()
  await other.goto(`${site.origin}${new URL(page.url()).pathname}/remove`)
  await other.getByRole('button', { name: 'Delete slide' }).click()
  await expect(other.getByText('Slide deleted')).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: 'Save slide' }).click()
  await expect(page.getByText('This slide no longer exists.')).toBeVisible()
  await expect(page.getByLabel('Subtitle')).toHaveValue('Typed while it went')
  await page.getByRole('button', { name: 'Save slide' }).click()
  await expect(page.getByText('Slide added')).toBeVisible()
  expect(await (await page.request.get('/')).text()).toContain('Typed while it went')
})
