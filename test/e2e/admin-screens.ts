import type { Page } from '@playwright/test'

/** Addresses of every screen that the sidebar leads to. */
export async function adminScreens(page: Page): Promise<string[]> {
  await page.goto('/admin')
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { includeHidden: true })
  return links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
}
