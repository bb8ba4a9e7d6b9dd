import type { Slot } from '../../../contract/events/slot.schema.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { offsetText, timeText } from '../../../contract/time/time-text.ts'

/**
 * The times of a day's slots by their start. Two that read the same, because clocks are set back in between, also have
 * their offset.
 */
export function slotTexts(slots: readonly Slot[], viewer: Viewer): ReadonlyMap<string, string> {
  const texts = slots.map(({ startUtc }) => timeText(startUtc, viewer))
  return new Map(
    slots.map(({ startUtc }, index) => {
      const text = texts[index]!
      const isRepeated = texts.indexOf(text) !== texts.lastIndexOf(text)
      return [startUtc, isRepeated ? `${text} ${offsetText(Date.parse(startUtc), viewer.timeZone)}` : text]
    }),
  )
}
