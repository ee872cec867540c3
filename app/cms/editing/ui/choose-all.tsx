interface ChooseAllProps {
  className: string
  /** The name of the checkboxes. */
  name: string
  /** What they choose. */
  of: string
}

/** Ticks all checkboxes of a list, within the same form. It needs a script. */
export function ChooseAll({ className, name, of }: ChooseAllProps) {
  return (
    <label className={className}>
      <input
        type="checkbox"
        onChange={({ currentTarget: { form, checked } }) => {
          for (const box of form?.querySelectorAll<HTMLInputElement>(`input[name=${name}]`) ?? []) box.checked = checked
        }}
      />
      All<span className="visually-hidden"> {of}</span>
    </label>
  )
}
