import { expect, expectAccessible, test } from '../fixtures.ts'
import { heroPicture } from '../hero-picture.ts'

test('a slide with a new picture: on the home page at the next request, and gone again after Undo', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/admin/herocarousel')
  await page.getByRole('link', { name: 'Add slide' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add slide' })
  await dialog.getByLabel('Title', { exact: true }).fill('Cables for\nthe monsoon')
  await dialog.getByLabel('Button text').fill('Read more')
  await dialog.getByLabel('Button link').fill('/products')
  await dialog.locator('input[type=file]').setInputFiles(await heroPicture('Monsoon line.jpg'))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save slide' }).click()

  await expect(page.getByRole('status').filter({ hasText: 'Slide added' })).toBeVisible()
  await expect(dialog).toBeHidden()
  const home = await page.request.get('/')
  expect(await home.text()).toMatch(/Cables for(?:<[^>]*>|\s)*the monsoon/)
  expect(await home.text()).toMatch(/\/variants\/monsoon-line-[0-9a-f]{8}\.jpg\/1920\.avif/)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: /the monsoon/ })).toHaveCount(0)
  expect(await (await page.request.get('/')).text()).not.toContain('the monsoon')
})

test('Logout: the session ends at once, and the back button shows nothing of it', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/admin/herocarousel')
  const session = await page.context().storageState()
  await page.locator('summary', { hasText: 'admin' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/admin\/login/)

  await page.context().addCookies(session.cookies)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/login\?returnTo=%2Fadmin$/)
})

test.describe('refused', () => {
  // The browser itself reports the status of the response on the console.
  test.use({ expectedConsoleErrors: [/status of 4(?:01|09|22)/] })

  test('a mistake: every error at once, with what was typed; Escape closes and the focus goes back', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.goto('/admin/herocarousel')
    const opener = page.getByRole('link', { name: 'Add slide' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Add slide' })
    await dialog.getByLabel('Subtitle').fill('Typed before the mistake')
    await dialog.getByLabel('Button link').fill('javascript:alert(1)')
    await dialog.getByRole('button', { name: 'Save slide' }).click()

    await expect(dialog.getByRole('textbox', { name: /^Title/ })).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByLabel('Button link')).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByLabel('Subtitle')).toHaveValue('Typed before the mistake')
    await expectAccessible(page)

    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toBeHidden()
    await expect(dialog.getByLabel('Subtitle')).toHaveValue('Typed before the mistake')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()

    // Cancel needs no question.
    await opener.click()
    await dialog.getByLabel('Subtitle').fill('Typed, then cancelled')
    await dialog.getByRole('link', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(question).toBeHidden()
    await opener.click()
    await expect(dialog.getByLabel('Subtitle')).toHaveValue('')
    await dialog.getByRole('link', { name: 'Cancel' }).click()
  })

  test('two browsers on one slide: the later one is shown both values and loses nothing', async ({
    page,
    browser,
    site,
    signIn,
  }) => {
    await signIn()
    await page.goto('/admin/herocarousel')
    await page
      .getByRole('link', { name: /^Edit slide/ })
      .first()
      .click()
    const mine = page.getByRole('dialog')
    await mine.getByLabel('Button text').fill('My words')

    const context = await browser.newContext({
      baseURL: site.origin,
      storageState: await page.context().storageState(),
    })
    const other = await context.newPage()
    await other.goto(page.url())
    // The dialog moves when the script makes it modal.
    await expect(other.locator('dialog:modal')).toBeVisible()
    await other.getByRole('dialog').getByLabel('Button text').fill('Their words')
    await other.getByRole('button', { name: 'Save slide' }).click()
    await expect(other.getByRole('status').filter({ hasText: 'Slide updated' })).toBeVisible()
    await context.close()

    await mine.getByRole('button', { name: 'Save slide' }).click()
    await expect(mine.locator('fieldset').getByText('Their words', { exact: true })).toBeVisible()
    await expect(mine.getByLabel('Button text')).toHaveValue('My words')
    expect(await (await page.request.get('/')).text()).toContain('Their words')

    await mine.getByRole('button', { name: 'Save slide' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Slide updated' })).toBeVisible()
    expect(await (await page.request.get('/')).text()).toContain('My words')
  })

  test('wrong password: the red alert, and the right one still gets in', async ({ page, site }) => {
    await page.goto('/admin/login?returnTo=%2Fadmin%2Fstats')
    await expectAccessible(page)
    await page.getByLabel('Username').fill(site.username)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials')
    await expect(page.getByLabel('Username')).toHaveValue(site.username)
    await page.getByLabel('Password').fill(site.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/admin\/stats$/)
  })
})
