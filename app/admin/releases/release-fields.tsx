import { PlainField } from '#app/editing/fields/plain-form.tsx'
import { Icon } from '#app/editing/ui/icon.tsx'
import type { ReleaseErrors, ReleaseRow } from './releases.server.ts'

export interface ReleaseValues {
  values: { name?: string; time?: string } | undefined
  errors: ReleaseErrors | undefined
}

/** Name and time of a release, with their errors. */
export function ReleaseFields({ values, errors = {} }: ReleaseValues) {
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
        label="Time in India"
        help="Optional. Needed to schedule the release. Enter day and time, to the second"
        errors={errors.time}
      >
        {(described) => (
          <input
            id="release-time"
            name="time"
            type="datetime-local"
            step={1}
            autoComplete="off"
            defaultValue={values?.time}
            {...described}
          />
        )}
      </PlainField>
    </>
  )
}

/** The state of a release, in words. */
export function ReleaseState({ release: { state, undone } }: { release: Pick<ReleaseRow, 'state' | 'undone'> }) {
  return (
    <span className={state === 'failed' ? 'releases__state releases__state--bad' : 'releases__state'}>
      {state === 'failed' && <Icon name="alert" />}
      {undone === undefined ? STATES[state] : 'Undone'}
    </span>
  )
}

const STATES: Record<ReleaseRow['state'], string> = {
  open: 'Not scheduled',
  scheduled: 'Scheduled',
  failed: 'Not published',
  published: 'Published',
}
