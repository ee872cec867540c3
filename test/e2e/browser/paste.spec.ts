import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

// As Word and Google Docs write it: formats in styles, a deletion, a comment, a list with a sign in each entry.
const HTML = `<html><head><style><!-- p.MsoNormal {margin:0cm} --></style></head><body><!--StartFragment-->
<p class=MsoNormal style='margin:0cm'>The dividend is <del>12%</del><ins>10%</ins> <span style="font-weight:700">per share</span><span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[A1]</a></span>.</p>
<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>3.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span>10<sup>14</sup> ohm</p>
<table><tr><td><b>Grade</b></td><td><b>Use</b></td></tr><tr><td>A1</td><td>Pipes</td></tr></table>
<div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>Not before the board</p></div></div>
<!--EndFragment--></body></html>`
const PLAIN = 'The dividend is 12%10% per share[A1].'

/** What Ctrl+C in another program leaves in the clipboard, and then Ctrl+V. */
async function paste(page: Page) {
  await page.evaluate(
    ([html, plain]) => {
      const copy = (event: ClipboardEvent) => {
        event.preventDefault()
        event.clipboardData?.setData('text/html', html ?? '')
        event.clipboardData?.setData('text/plain', plain ?? '')
      }
      document.addEventListener('copy', copy, { once: true })
    },
    [HTML, PLAIN],
  )
  await page.keyboard.press('Control+C')
  await page.keyboard.press('Control+V')
}

for (const width of [1440, 360]) {
  // A message in the console fails the test: the content security policy reports each style that a parser applies.
  test(`text of a word processor, pasted at ${width} px: its words and formats, and below the field what was left out`, async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin/news-articles/pasted?title=Pasted')
    const text = page.getByRole('textbox', { name: /^Text/ })
    await text.click()
    await paste(page)
    await expect(text).toHaveValue(
      'The dividend is 10% **per share**.\n\n3. 10¹⁴ ohm\n\n| Grade | Use |\n| --- | --- |\n| A1 | Pipes |',
    )
    const note = page.getByText('1 comment and 1 deletion were left out.')
    await expect(note).toBeInViewport()
    const [box, field] = [await note.boundingBox(), await text.boundingBox()]
    if (!box || !field) throw new Error('Not shown')
    expect(box.y - field.y - field.height).toBeLessThan(24)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    // Beside the form, the preview of the page has the text.
    const ownPreview = page.getByRole('group', { name: 'How it will look' })
    if (width < 1200) await expect(ownPreview.getByRole('table')).toHaveText(/Grade\s*Use\s*A1/)
    else await expect(ownPreview).toBeHidden()

    const lead = page.getByLabel('Introduction')
    await lead.click()
    await paste(page)
    await expect(lead).toHaveValue('The dividend is 10% per share.\n3. 10¹⁴ ohm\nGrade\tUse\nA1\tPipes')
    await expect(note).toHaveCount(2)
  })
}
