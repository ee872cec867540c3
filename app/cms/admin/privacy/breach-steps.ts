/** The steps between the start and the end of the clock of a breach, in their order. */
export const BREACH_STEPS = ['stop', 'evidence', 'counsel', 'authority', 'people', 'report'] as const
export type BreachStep = (typeof BREACH_STEPS)[number]
