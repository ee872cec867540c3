import { createContext, useContext } from 'react'
import { Field, type FieldProps } from './field.tsx'

/** An entry that staff can choose. */
interface EntryChoice {
  key: string
  title: string
  /** True if visitors do not see it. */
  isHidden: boolean
}

/** What a form offers to choose, by the ids of the collections. */
export type EntryChoices = Readonly<Record<string, readonly EntryChoice[]>>

/** Provides the fields inside with the entries of the collections that the form's schema refers to. */
export const EntryChoicesContext = createContext<EntryChoices>({})

interface ReferenceFieldProps extends FieldProps<string | undefined> {
  /** Id of the collection. */
  collection: string
  /** Text of the choice of no entry. */
  none?: string
}

/** Chooses an entry of a collection by its title. An entry that is gone is named, and kept until another one is chosen. */
export function ReferenceField({ collection, none, ...props }: ReferenceFieldProps) {
  const { initialValue = '' } = props.field
  const choices = useContext(EntryChoicesContext)[collection] ?? []
  const isGone = initialValue !== '' && !choices.some(({ key }) => key === initialValue)
  return (
    <Field {...props}>
      {(control) => (
        <select {...control} defaultValue={initialValue}>
          <option value="">{none ?? (props.optional ? 'None' : 'Choose …')}</option>
          {isGone && <option value={initialValue}>“{initialValue}” (removed)</option>}
          {choices.map(({ key, title, isHidden }) => (
            <option key={key} value={key}>
              {title}
              {isHidden && ' (hidden)'}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
