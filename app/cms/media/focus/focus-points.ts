import { z } from 'zod'
import { defineSection } from '#app/cms/define/define-section.ts'
import { choice, line, list, uniqueBy } from '#app/cms/define/fields.ts'
import { FOCUS_LABELS, FOCUS_POSITIONS, type FocusPosition } from './focus-positions.ts'

const focusPoint = z.strictObject({
  picture: line('Picture', 200),
  place: choice('Focus point', FOCUS_POSITIONS, FOCUS_LABELS),
})

/**
 * The parts of pictures that stay visible in crops of every shape. A picture is named by its file without the ending:
 * so the file counts as used only where it is shown.
 */
export const focusPoints = defineSection({
  id: 'focus-points',
  label: 'Focus points',
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

/** The focus points with that of one picture; without it if `position` is undefined. */
export function withFocusPoint(points: readonly FocusPoint[], file: string, position: FocusPosition | undefined) {
  const picture = pictureName(file)
  const others = points.filter((point) => point.picture !== picture)
  return position === undefined ? others : [...others, { picture, place: position }]
}
