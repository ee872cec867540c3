/** How the guard treats the forms of a screen. */
interface IntentRules<Intent extends string> {
  /**
   * The intents whose forms contain typed text. If the session has ended, their text is stored until after the sign-in.
   * A form with a password or a code must not be one of them.
   */
  keepsForm?: readonly Intent[]
  /** The intents that need the password, unless it was given within the last ten minutes. */
  asksPassword?: readonly Intent[] | 'all'
}

/** What the buttons of a screen ask for, by the names that the program uses. */
export type Intents = Readonly<Record<string, string>>

const rulesOf = new WeakMap<Intents, IntentRules<string>>()

/**
 * Defines what the buttons of a screen ask for. The buttons, the action and the guard get the same object, so that none
 * of them misses a renamed intent.
 */
export function defineIntents<const Defined extends Intents>(
  intents: Defined,
  rules: IntentRules<Defined[keyof Defined]> = {},
): Defined {
  rulesOf.set(intents, rules)
  return intents
}

/** The intents of a screen whose forms contain typed text. */
export function keptIntents(intents: Intents): readonly string[] {
  return rulesOf.get(intents)?.keepsForm ?? []
}

/** The intents of a screen that need the password. */
export function passwordIntents(intents: Intents): readonly string[] {
  const { asksPassword = [] } = rulesOf.get(intents) ?? {}
  return asksPassword === 'all' ? Object.values(intents) : asksPassword
}
