import type { CollisionPlace } from '#app/content/compare/collision-places.ts'
import type { Choice, PlaceToChoose } from '#app/content/compare/settle-collision.ts'

interface PlaceChoicesProps {
  places: readonly PlaceToChoose[]
  /** What the two sides are called: `Your version`, `Saved version`. */
  sides: { mine: string; theirs: string }
  /** True if my version is chosen at first, or the changed entry; otherwise the person has to choose. */
  isPreset?: boolean
}

/** Asks for each place which version to keep. The answers are sent as `choice-0`, `choice-1` and so on. */
export function PlaceChoices({ places, sides, isPreset = false }: PlaceChoicesProps) {
  return (
    <div className="choices">
      {places.map((place, at) => (
        <fieldset key={`${place.kind} ${place.name}`}>
          <legend>{place.label === '' ? 'Everything' : place.label}</legend>
          {place.choices.length === 0 && <p>This row has no value for this column yet. Enter one in the form.</p>}
          {place.choices.map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name={`choice-${at}`}
                value={choice}
                defaultChecked={isPreset && choice === presetOf(place)}
                required={!isPreset}
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

/** Keeps an entry that only one side has, so that no choice that was not made removes one. */
function presetOf({ kind, mine }: CollisionPlace): Choice {
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
