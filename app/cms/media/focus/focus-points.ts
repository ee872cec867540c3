import { z } from 'zod'
import { defineSection } from '#app/cms/define/define-section.ts'
import { choice, line, list, optionalLine, uniqueBy } from '#app/cms/define/fields.ts'
import { FOCUS_LABELS, FOCUS_POSITIONS } from './focus-positions.ts'

const focusPoint = z.strictObject({
  picture: line('Picture', 200),
  place: choice('Focus point', ['', ...FOCUS_POSITIONS], { '': 'None', ...FOCUS_LABELS }).default(''),
  note: optionalLine('Note on the picture', 60),
})

/**
 * The parts of pictures that stay visible in crops of every shape, and what visitors read on a picture. A picture is named by its file without the ending:
 * so the file counts as used only where it is shown.
 */
export const focusPoints = defineSection({
  id: 'focus-points',
  label: 'Picture focus points',
  icon: 'image',
  editor: 'cms/admin/files/focus-points-editor.tsx',
  file: 'focus-points.yaml',
  schema: z.strictObject({
    points: list('Pictures', focusPoint).check(uniqueBy('picture', 'Picture')).default([]),
  }),
  page: '/',
  isOptional: true,
})

export type FocusPoint = z.output<typeof focusPoint>

/** The name of a picture among the focus points. */
export function pictureName(file: string): string {
  return file.replace(/\.[A-Za-z]+$/, '')
}

/** The focus points with that of one picture; without it if it says nothing. */
export function withFocusPoint(points: readonly FocusPoint[], file: string, said: Omit<FocusPoint, 'picture'>) {
  const picture = pictureName(file)
  const others = points.filter((point) => point.picture !== picture)
  return said.place === '' && said.note === '' ? others : [...others, { picture, ...said }]
}
