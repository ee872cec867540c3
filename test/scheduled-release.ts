import type { Release } from '#app/cms/publishing/releases/release-format.ts'

const stamp = { by: 'asha', time: '2026-11-20T10:00:00Z' }

/** A release without files, scheduled for 1 December 2026, 16:00 in Sri Lanka. */
export const scheduledRelease: Release = {
  format: 1,
  id: '0123456789ab',
  name: 'Results day',
  time: '2026-12-01T10:30:00Z',
  state: 'scheduled',
  created: stamp,
  changed: stamp,
  files: [],
  earlier: [],
}
