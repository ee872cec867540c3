/** Sets a value as typing does. React overrides the setter of controlled inputs, so the prototype's is called. */
export function typeInto(control: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
