import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'
import { editPath } from '../../parts/booking-details/edit-path.ts'
import { bookingQuery } from '../../data/booking-calls.ts'
import { queryClient } from '../../data/query-client.ts'
import { isChangeable } from './booking-row.tsx'

const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable="true"]'
const DIALOGS = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** J and K move between the list's bookings; E edits and C cancels the focused or open one. */
export function useBookingKeys(
  list: RefObject<HTMLElement | null>,
  bookings: readonly ListedBooking[],
  openId: string | null,
  onOpen: (id: string) => void,
  onCancel: (booking: ListedBooking) => void,
) {
  async function edit(id: string) {
    const found = await queryClient.fetchQuery({ ...bookingQuery(id), staleTime: 0 }).catch(() => null)
    const path = found && editPath(found)
    if (path) window.open(path, '_blank', 'noopener')
    else onOpen(id)
  }
  const act = useEffectEvent((press: KeyboardEvent) => {
    if (press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey) return
    const { target } = press
    if (!(target instanceof Element) || target.closest(TYPING) || document.querySelector(DIALOGS)) return
    const openers = [...(list.current?.querySelectorAll<HTMLElement>('[data-opens]') ?? [])]
    const focused = openers.findIndex((opener) => opener.closest('article')?.contains(target))
    const key = press.key.toLowerCase()
    if (key === 'j' || key === 'k') {
      press.preventDefault()
      const open = openers.findIndex(({ dataset }) => dataset['opens'] === openId)
      const current = focused < 0 ? open : focused
      openers[Math.max(0, Math.min(openers.length - 1, current + (key === 'j' ? 1 : -1)))]?.focus()
      return
    }
    if (key !== 'e' && key !== 'c') return
    const id = openers[focused]?.dataset['opens'] ?? openId
    const booking = bookings.find((one) => one.id === id)
    if (!booking || !isChangeable(booking)) return
    press.preventDefault()
    if (key === 'c') onCancel(booking)
    else void edit(booking.id)
  })
  useEffect(() => {
    const listen = (press: KeyboardEvent) => act(press)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
