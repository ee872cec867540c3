interface DraftFateProps {
  /** The releases that are deleted: `this release`. */
  of: string
  /** False for a person who may not discard drafts together with their release. */
  mayDiscard: boolean
}

/** Asks what happens to the drafts of releases that are deleted. The answer is the field `drafts`. */
export function DraftFate({ of, mayDiscard }: DraftFateProps) {
  if (!mayDiscard) return <p>The drafts of {of} become drafts outside any release.</p>
  return (
    <fieldset className="roles">
      <legend>Drafts of {of}</legend>
      {FATES.map(({ value, label }, at) => (
        <div className="roles__one" key={value}>
          <input type="radio" id={`drafts-${value}`} name="drafts" value={value} defaultChecked={at === 0} />
          <label htmlFor={`drafts-${value}`}>{label}</label>
        </div>
      ))}
    </fieldset>
  )
}

const FATES = [
  { value: 'detach', label: 'Keep them as drafts outside a release' },
  { value: 'discard', label: 'Discard them' },
]
