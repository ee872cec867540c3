/** The value of a field, a list or an entry in the values of a form, by its name: `members[2]`. */
export function partOfForm(form: unknown, name: string): unknown {
  return [...name.matchAll(/[^.[\]]+/g)].reduce<unknown>(
    (part, [step]) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, step) ? Reflect.get(part, step) : undefined,
    form,
  )
}
