/** The part of a picture that stays visible when it is cropped: a ninth of it, row by row. */
export const FOCUS_POSITIONS = [
  'top-left',
  'top',
  'top-right',
  'left',
  'centre',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const

export type FocusPosition = (typeof FOCUS_POSITIONS)[number]

/** What people call them. */
export const FOCUS_LABELS: Record<FocusPosition, string> = {
  'top-left': 'Top left',
  top: 'Top',
  'top-right': 'Top right',
  left: 'Left',
  centre: 'Centre',
  right: 'Right',
  'bottom-left': 'Bottom left',
  bottom: 'Bottom',
  'bottom-right': 'Bottom right',
}
