import type { CollisionPlace } from '#app/content/compare/collision-places.ts'
import type { Choice } from '#app/content/compare/settle-collision.ts'

/** A collision and the choices that make sense for it. */
export type PlaceToChoose = CollisionPlace & { choices: readonly Choice[] }

interface PlaceChoicesProps {
  places: readonly PlaceToChoose[]
  /** What the two sides are called: `Your version`, `Saved version`. */
  sides: { mine: string; theirs: string }
  /** The choice that is made at first; undefined: the person has to choose. */
  preset?: Choice | undefined
}

/** Asks for each place which version to keep. The answers are sent as `choice-0`, `choice-1` and so on. */
export function PlaceChoices({ places, sides, preset }: PlaceChoicesProps) {
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
                defaultChecked={choice === preset}
                required={preset === undefined}
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
