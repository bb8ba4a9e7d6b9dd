export const timeFormats = ['12hour', '24hour'] as const
export type TimeFormat = (typeof timeFormats)[number]
