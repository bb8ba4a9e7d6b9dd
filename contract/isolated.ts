const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * A name for a sentence in English. One in Hebrew or Arabic is isolated, because it would turn around the words and the
 * punctuation beside it.
 */
export const isolated = (name: string) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name)
