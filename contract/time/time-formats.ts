/** The options and defaults of a host's settings. Free of schemas because the browser imports them. */

export const timeFormats = ['12hour', '24hour'] as const
export type TimeFormat = (typeof timeFormats)[number]
