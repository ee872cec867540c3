/**
 * Name of a form field that people neither see nor hear of. Programs that fill in every field betray themselves by it; the
 * name invites them, and is not one that browsers fill in by themselves.
 */
export const TRAP_FIELD = 'website'
