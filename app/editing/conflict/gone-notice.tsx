import { Icon } from '#app/editing/ui/icon.tsx'

/** Above what was typed into the form of an entry that is not in its list any more. `save` names the button that adds it. */
export function GoneNotice({ noun, save }: { noun: string; save: string }) {
  return (
    <div className="status status--note" role="alert">
      <Icon name="alert" />
      <p>
        <b>This {noun} is no longer there.</b>
        <span>Someone may have deleted it. What you typed is still here: “{save}” adds it again.</span>
      </p>
    </div>
  )
}
