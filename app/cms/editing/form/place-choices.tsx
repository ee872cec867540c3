import type { CollisionPlace } from '#app/cms/content/compare/collision-places.ts'
import type { Choice, PlaceToChoose } from '#app/cms/content/compare/settle-collision.ts'

interface PlaceChoicesProps {
  places: readonly PlaceToChoose[]
  /** What the two sides are called: `Your version`, `Saved version`. */
  sides: { mine: string; theirs: string }
  /**
   * True if my version is chosen at first, or the changed entry, where that leaves out nothing of a list; otherwise the
   * person has to choose.
   */
  isPreset?: boolean
}

/** Asks for each place which version to keep. The answers are sent as `choice-0`, `choice-1` and so on. */
export function PlaceChoices({ places, sides, isPreset = false }: PlaceChoicesProps) {
  return (
    <div className="choices">
      {places.map((place, at) => (
        <fieldset key={`${place.collision.key ?? at} ${place.kind} ${place.label}`}>
          <legend>{place.label === '' ? 'Everything' : place.label}</legend>
          {place.collision.limit !== undefined && (
            <p>
              The changes of both versions do not fit together: {place.collision.limit}. The version that you do not
              choose is left out.
            </p>
          )}
          {place.choices.length === 0 && <p>This row has no value for this column yet. Enter one in the form.</p>}
          {place.choices.map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name={`choice-${at}`}
                value={choice}
                defaultChecked={choice === (place.chosen ?? (isPreset ? presetOf(place) : undefined))}
                required={!isPreset || place.collision.limit !== undefined}
              />
              <span>
                <b>{labelOf(choice, place, sides)}</b> {choice !== 'both' && <span>{textOf(place, choice)}</span>}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}

/**
 * Keeps an entry that only one side has, so that no choice that was not made removes one. Undefined if each side leaves
 * out changes of the other.
 */
function presetOf({ kind, mine, collision }: PlaceToChoose): Choice | undefined {
  if (collision.limit !== undefined) return undefined
  return kind === 'removed' && mine === undefined ? 'theirs' : 'mine'
}

function labelOf(choice: Choice, { kind, mine, theirs }: CollisionPlace, sides: PlaceChoicesProps['sides']) {
  if (choice === 'both') return 'Keep both: the second version is added as another entry'
  const isRemoved = kind === 'removed' && (choice === 'mine' ? mine : theirs) === undefined
  if (isRemoved) return `${sides[choice]}: remove the entry.`
  return kind === 'removed' ? `${sides[choice]}: keep the changed entry.` : `${sides[choice]}:`
}

function textOf({ mine, theirs }: CollisionPlace, choice: 'mine' | 'theirs') {
  const text = choice === 'mine' ? mine : theirs
  return text === '' ? '(empty)' : text
}
