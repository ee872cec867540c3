import { ROLE_TEXTS, ROLES, type Role } from '#app/cms/people/roles.ts'
import { FieldError } from '#app/cms/editing/fields/plain-field.tsx'

interface RoleChoiceProps {
  name?: 'role' | 'scope'
  legend?: string
  /** All roles by default. */
  roles?: readonly Role[]
  selected: string
  errors?: string[] | undefined
}

/** The choice of a role, with what each may do. */
export function RoleChoice({ name = 'role', legend = 'Role', roles = ROLES, selected, errors }: RoleChoiceProps) {
  return (
    <fieldset className="roles" aria-describedby={errors ? `${name}-error` : undefined}>
      <legend>{legend}</legend>
      {roles.map((role) => (
        <div className="roles__one" key={role}>
          <input
            type="radio"
            id={`${name}-${role}`}
            name={name}
            value={role}
            required
            defaultChecked={role === selected}
            aria-describedby={`${name}-${role}-may`}
          />
          <label htmlFor={`${name}-${role}`}>{ROLE_TEXTS[role].label}</label>
          <p className="field__help" id={`${name}-${role}-may`}>
            {ROLE_TEXTS[role].may}
          </p>
        </div>
      ))}
      {errors && <FieldError id={`${name}-error`} errors={errors} />}
    </fieldset>
  )
}
