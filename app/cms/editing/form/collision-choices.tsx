import type { DescribedCollision } from '#app/cms/content/compare/describe-collisions.ts'
import type { Choice, CollisionToResolve } from '#app/cms/content/compare/resolve-collision.ts'

interface CollisionChoicesProps {
  collisions: readonly CollisionToResolve[]
  /** What the two sides are called: `Your version`, `Saved version`. */
  sides: { mine: string; theirs: string }
  /**
   * True if my version is chosen at first, or the changed entry, where that leaves out nothing of a list; otherwise the
   * person has to choose.
   */
  isPreset?: boolean
  onChoose?: (described: CollisionToResolve, choice: Choice) => void
}

/** The field with the choice at one of the collisions. */
export function choiceName(at: number): string {
  return `choice-${at}`
}

/** Asks at each collision which version to keep. The answers are sent as `choice-0`, `choice-1` and so on. */
export function CollisionChoices({ collisions, sides, isPreset = false, onChoose }: CollisionChoicesProps) {
  return (
    <div className="choices">
      {collisions.map((described, at) => (
        <fieldset key={`${described.collision.key ?? at} ${described.kind} ${described.label}`}>
          <legend>{described.label === '' ? 'Everything' : described.label}</legend>
          {described.collision.limit !== undefined && (
            <p>
              The changes of both versions do not fit together: {described.collision.limit}. The version that you do not
              choose is left out.
            </p>
          )}
          {described.choices.length === 0 && <p>This row has no value for this column yet. Enter one in the form.</p>}
          {described.choices.map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name={choiceName(at)}
                value={choice}
                defaultChecked={choice === (described.chosen ?? (isPreset ? presetOf(described) : undefined))}
                onChange={() => onChoose?.(described, choice)}
                required={!isPreset || described.collision.limit !== undefined}
              />
              <span>
                <b>{labelOf(choice, described, sides)}</b>{' '}
                {choice !== 'both' && <span>{textOf(described, choice)}</span>}
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
function presetOf({ kind, mine, collision }: CollisionToResolve): Choice | undefined {
  if (collision.limit !== undefined) return undefined
  return kind === 'removed' && mine === undefined ? 'theirs' : 'mine'
}

function labelOf(choice: Choice, { kind, mine, theirs }: DescribedCollision, sides: CollisionChoicesProps['sides']) {
  if (choice === 'both') return 'Keep both: the second version is added as another entry'
  const isRemoved = kind === 'removed' && (choice === 'mine' ? mine : theirs) === undefined
  if (isRemoved) return `${sides[choice]}: remove the entry.`
  return kind === 'removed' ? `${sides[choice]}: keep the changed entry.` : `${sides[choice]}:`
}

function textOf({ mine, theirs }: DescribedCollision, choice: 'mine' | 'theirs') {
  const text = choice === 'mine' ? mine : theirs
  return text === '' ? '(empty)' : text
}
