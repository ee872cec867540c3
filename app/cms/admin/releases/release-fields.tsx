import { MOMENT_RANGE } from '#app/cms/editing/ui/day-range.ts'
import { siteProfile } from '#app/cms/platform/site-profile.ts'
import { PlainField } from '#app/cms/editing/fields/plain-field.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { useState } from 'react'
import { formatMoment, parseTimeField } from '#app/cms/publishing/releases/release-time.ts'
import { summaryOf } from './release-summary.ts'
import type { ReleaseErrors } from './release-form.server.ts'
import type { ReleaseRow } from './releases.server.ts'

export interface ReleaseValues {
  values: { name?: string; time?: string } | undefined
  errors: ReleaseErrors | undefined
}

interface ReleaseFieldsProps extends ReleaseValues {
  /** The number of sections and files that the release makes public. Left out: it has none yet. */
  content?: { sections: number; files: number }
  /** False while the time is only proposed. */
  isScheduled?: boolean
}

const SUMMARY = 'release-summary'

/** True for a time that a program has set: an input without seconds refuses it. */
function hasSeconds(time = '') {
  return time.length > '2026-11-23T16:05'.length
}

/** Name and time of a release, with their errors. What will happen is shown below the time, also while it is typed. */
export function ReleaseFields({ values, errors = {}, content, isScheduled = false }: ReleaseFieldsProps) {
  const [typed, setTyped] = useState(values?.time ?? '')
  const time = parseTimeField(typed)
  const isProposed = time !== undefined && !isScheduled
  const summary = isProposed
    ? `“Schedule” publishes it on ${formatMoment(time)}. Until then the time is only proposed.`
    : content && summaryOf({ time, ...content })
  return (
    <>
      <PlainField id="release-name" label="Name" help="Visitors do not see this name" errors={errors.name}>
        {(described) => (
          <input
            id="release-name"
            name="name"
            required
            maxLength={120}
            autoComplete="off"
            defaultValue={values?.name}
            {...described}
          />
        )}
      </PlainField>
      <PlainField
        id="release-time"
        label={`Time in ${siteProfile().timeZone.place}`}
        help={time === undefined ? 'Leave it empty to publish by hand' : undefined}
        errors={errors.time}
        note={{
          id: SUMMARY,
          node: (
            <p className="release-summary" id={SUMMARY} aria-live="polite">
              {summary}
            </p>
          ),
        }}
      >
        {(described) => (
          <input
            id="release-time"
            name="time"
            type="datetime-local"
            {...MOMENT_RANGE}
            step={hasSeconds(values?.time) ? 1 : 60}
            autoComplete="off"
            defaultValue={values?.time}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value)
            }}
            {...described}
          />
        )}
      </PlainField>
    </>
  )
}

interface DraftChoicesProps {
  legend: string
  drafts: readonly { id: string; label: string }[]
  /** Ids of those that are ticked at first. */
  chosen?: readonly string[] | undefined
}

/** The drafts that can be put into a release, each with a box to tick. */
export function DraftChoices({ legend, drafts, chosen = [] }: DraftChoicesProps) {
  return (
    <fieldset className="ticks">
      <legend>{legend}</legend>
      {drafts.map(({ id, label }) => (
        <label className="tick" key={id}>
          <input type="checkbox" name="section" value={id} defaultChecked={chosen.includes(id)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

export function ReleaseState({ release }: { release: Pick<ReleaseRow, 'state' | 'undone' | 'isBlocked' | 'isHeld'> }) {
  const { state, undone, isBlocked = false, isHeld = false } = release
  const isBad = state === 'failed' || isBlocked || isHeld
  const words = isHeld ? 'Waits until the date of the server is confirmed' : STATES[state]
  return (
    <span className={`chip ${isBad ? 'chip--bad' : chipOf(state, undone)} releases__state`}>
      {isBad && <Icon name="alert" />}
      {isBlocked ? 'Scheduled, but cannot be published' : undone === undefined ? words : 'Undone'}
    </span>
  )
}

function chipOf(state: ReleaseRow['state'], undone: string | undefined) {
  if (state === 'scheduled') return ''
  return state === 'published' && undone === undefined ? 'chip--good' : 'chip--quiet'
}

const STATES: Record<ReleaseRow['state'], string> = {
  open: 'Not scheduled',
  scheduled: 'Scheduled',
  failed: 'Not published',
  published: 'Published',
}
