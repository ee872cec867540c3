import type { Page } from '@playwright/test'
import { editedTexts, editorOf, isOfEachLength } from '../editor-table.ts'
import { expect, test } from '../fixtures.ts'
import { openField } from '../prove-editor.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 360, height: 740 },
]

// Each test edits its own section, so the workers can share the tests.
test.describe.configure({ mode: 'parallel' })

test.beforeEach(({ signIn }) => signIn())

for (const edited of editedTexts.filter(isOfEachLength)) {
  test(`${editorOf(edited)}, saved from the middle and the end: the result is in sight, the focus stays`, async ({
    page,
  }) => {
    await page.goto(editorOf(edited))
    for (const [turn, size] of SIZES.entries()) {
      await page.setViewportSize(size)
      // It names the section: the footer is on the pages of other sections, whose tests expect a text to be gone.
      const typed = edited.isNumber ? String(700 + turn) : `Turn ${turn} of ${edited.section}`
      await (await openField(page, edited.field)).fill(typed)
      await scrollDown(page, turn % 2 === 0 ? 0.5 : 1)
      await pressWithMouse(page)
      await expectInSight(page, 'status', edited.saved)
      await expect(page.locator('body')).not.toBeFocused()
    }
  })
}

test.describe('refused', () => {
  // The browser itself reports the status of the response on the console.
  test.use({ expectedConsoleErrors: [/status of 503|ERR_FAILED/] })

  for (const size of SIZES) {
    test(`${size.width} × ${size.height}: the old success is gone, the failure in sight, the focus at the first wrong field`, async ({
      page,
    }) => {
      await page.setViewportSize(size)
      await page.goto('/admin/management')
      const name = await openField(page, 'directors[0].name')
      await name.fill('A. Director')
      await pressWithMouse(page)
      await expectInSight(page, 'status', 'Management updated successfully!')

      await name.fill('')
      await page.locator('#editor-directors\\[0\\]-row').locator('summary').click()
      await scrollDown(page, 1)
      await pressWithMouse(page)
      await expectInSight(page, 'alert', 'Failed to update Management')
      await expect(page.getByText('Management updated successfully!')).toHaveCount(0)
      await expect(name).toBeFocused()
      await expect(name).toBeInViewport({ ratio: 1 })
      expect(await isUncovered(name), 'the field is not covered').toBe(true)

      await name.fill('B. Director')
      await pressWithMouse(page)
      await expectInSight(page, 'status', 'Management updated successfully!')
      await expect(page.getByText('Failed to update Management')).toHaveCount(0)
    })
  }

  test('by a connection that breaks: the old success is gone, what was typed stays, the focus stays on the button', async ({
    page,
  }) => {
    await page.goto('/admin/stats')
    await page.locator('[name=yearsExperience]').fill('41')
    await pressWithMouse(page)
    await expectInSight(page, 'status', 'Stats updated successfully!')
    await page.locator('[name=yearsExperience]').fill('42')
    await page.route('**/admin/stats.data*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await scrollDown(page, 1)
    await pressWithMouse(page)
    await expectInSight(page, 'alert', 'Failed to update stats')
    await expect(page.getByText('Stats updated successfully!')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Update', exact: true })).toBeFocused()
    await expect(page.locator('[name=yearsExperience]')).toHaveValue('42')
  })
})

/** Scrolls to a fraction of the form's height; on phones the history follows the form and grows with each save. */
async function scrollDown(page: Page, part: number) {
  await page.getByRole('region', { name: 'Save' }).evaluate((bar, down) => {
    const end = bar.parentElement?.getBoundingClientRect().bottom ?? 0
    scrollTo(0, (scrollY + end - innerHeight) * down)
  }, part)
}

/** Clicks the bar's button when the page shows unsaved changes and the button is fully in the window. */
async function pressWithMouse(page: Page) {
  const bar = page.getByRole('region', { name: 'Save' })
  await expect(bar).toContainText('Unsaved changes')
  const button = bar.getByRole('button', { name: 'Update', exact: true })
  await expect(button).toBeInViewport({ ratio: 1 })
  await button.click()
}

/** Exactly one element has the message, in a live region of that role, fully in the window and not covered. */
async function expectInSight(page: Page, role: 'status' | 'alert', message: string) {
  const said = page.getByText(message, { exact: true })
  await expect(said).toHaveCount(1)
  await expect(page.getByRole(role).getByText(message, { exact: true })).toBeInViewport({ ratio: 1 })
  expect(await isUncovered(said), `“${message}” is not covered`).toBe(true)
}

function isUncovered(element: ReturnType<Page['locator']>) {
  return element.evaluate((shown) => {
    const { left, top, width, height } = shown.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    // Between two lines of the text, the found element is one that surrounds it.
    return found !== null && (shown.contains(found) || found.contains(shown))
  })
}
