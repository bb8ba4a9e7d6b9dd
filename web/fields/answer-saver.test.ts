import { beforeEach, describe, expect, it, vi } from 'vitest'
import { collectionLimits } from '../../contract/custom-fields/custom-fields.ts'
import { holdSaver, SAVE_DELAY_MS } from './answer-saver.test-support.ts'

let held: ReturnType<typeof holdSaver>
beforeEach(() => {
  held = holdSaver()
})
const sent = () => held.calls.map(({ answers }) => answers)

describe('typed answers', () => {
  it('are saved together once the host pauses', async () => {
    held.saver.type('a', 'He', null)
    vi.advanceTimersByTime(SAVE_DELAY_MS - 1)
    held.saver.type('a', 'Hello', null)
    held.saver.type('b', ['x'], null)
    vi.advanceTimersByTime(SAVE_DELAY_MS - 1)
    expect(sent()).toEqual([])
    expect(held.saver.state.status).toBe('waiting')
    held.pause()
    expect(sent()).toEqual([{ a: 'Hello', b: ['x'] }])
    expect(held.saver.state.status).toBe('saving')
    await held.calls[0]!.end()
    expect(held.saver.state.status).toBe('saved')
    expect(held.saver.isSettled).toBe(true)
    held.saver.flush()
    expect(held.calls).toHaveLength(1)
  })

  it('are sent with what they may replace', async () => {
    held.saver.type('a', 'He', null, 'Old')
    held.saver.type('a', 'Hello', null, 'He')
    held.pause()
    expect(held.calls[0]).toMatchObject({ answers: { a: 'Hello' }, replaces: { a: ['Old'] } })
    await held.calls[0]!.fail()
    held.saver.type('a', 'Hello you', null, 'Old')
    held.pause()
    // The first may have been saved.
    expect(held.calls[1]!.replaces).toEqual({ a: ['Old', 'Hello'] })
    held.saver.type('a', 'Hello all', null, 'Old')
    await held.calls[1]!.end()
    expect(held.calls[2]!.replaces).toEqual({ a: ['Hello you'] })
    await held.calls[2]!.end()
    held.saver.type('a', 'Hello', null, 'Old')
    held.pause()
    expect(held.calls[3]!.replaces).toEqual({ a: ['Hello all'] })
  })

  it('replace what was saved before any number of failures', async () => {
    const limit = collectionLimits.replaced
    for (let i = 0; i < 2 * limit; i++) {
      held.saver.type('a', `Try ${i}`, null, 'Old')
      held.pause()
      await held.calls.at(-1)!.fail()
    }
    held.saver.flush()
    const replaces = held.calls.at(-1)!.replaces['a']!
    expect(replaces).toHaveLength(limit)
    expect([replaces[0], replaces.at(-1)]).toEqual(['Old', `Try ${2 * limit - 1}`])
  })

  it('are saved immediately on leaving the field or the page', () => {
    held.saver.type('a', 'Hello', null)
    held.saver.flush(true)
    expect(held.calls).toMatchObject([{ answers: { a: 'Hello' }, isLeaving: true }])
    held.pause()
    expect(held.calls).toHaveLength(1)
  })

  it('wait for the running save and keep their order', async () => {
    held.saver.type('a', 'One', null)
    held.saver.type('b', 'Same', null)
    held.pause()
    held.saver.type('a', 'Two', null)
    held.pause()
    held.saver.flush()
    expect(sent()).toEqual([{ a: 'One', b: 'Same' }])
    await held.calls[0]!.end()
    expect(sent()).toEqual([{ a: 'One', b: 'Same' }, { a: 'Two' }])
    expect(held.saver.state.status).toBe('saving')
    await held.calls[1]!.end()
    expect(held.saver.state.status).toBe('saved')
  })

  it('are all sent once more if the page closes during a save', async () => {
    held.saver.type('a', 'One', null)
    held.pause()
    held.saver.type('b', 'Two', null)
    // Both of what a browser says of that.
    held.saver.flush(true)
    held.saver.flush(true)
    expect(held.calls).toMatchObject([
      { answers: { a: 'One' }, isLeaving: false },
      { answers: { a: 'One', b: 'Two' }, isLeaving: true },
    ])
    await held.calls[0]!.fail()
    expect(held.saver.state.status).toBe('saving')
    await held.calls[1]!.end()
    expect(held.saver.state.status).toBe('saved')
    expect(held.saver.isSettled).toBe(true)
  })

  it('are saved if one of two requests saves them', async () => {
    held.saver.type('a', 'One', null)
    held.pause()
    held.saver.flush(true)
    await held.calls[0]!.end()
    expect(held.saver.state.status).toBe('saving')
    await held.calls[1]!.fail()
    expect(held.saver.state.status).toBe('saved')
    expect(held.unseen()).toBe(0)
  })

  it('stay as typed until the host leaves the field', async () => {
    held.saver.type('a', 'Hello ', null)
    held.pause()
    await held.calls[0]!.end()
    expect(held.saver.state.typed).toEqual({ a: 'Hello ' })
    held.saver.leave()
    expect(held.saver.state.typed).toEqual({})
    expect(held.saver.state.status).toBe('saved')
  })

  it('are replaced by the server’s version once the save ends that began on leaving', async () => {
    held.saver.type('a', 'Hello', null)
    held.saver.leave()
    expect(held.saver.state.typed).toEqual({ a: 'Hello' })
    await held.calls[0]!.end()
    expect(held.saver.state.status).toBe('saved')
    expect(held.saver.state.typed).toEqual({})
  })

  it('stay if typed again after leaving, before or after the save ends', async () => {
    held.saver.type('a', 'One', null)
    held.saver.type('b', 'Left', null)
    held.saver.leave()
    held.saver.type('a', 'Two', null)
    await held.calls[0]!.end()
    expect(held.saver.state.typed).toEqual({ a: 'Two' })
    await held.calls[1]!.end()
    expect(held.saver.state).toMatchObject({ status: 'saved', typed: { a: 'Two' } })
  })
})

describe('a failed save', () => {
  it('loses nothing and is retried', async () => {
    held.saver.type('a', 'Hello', null)
    held.pause()
    held.saver.type('b', 'More', null)
    await held.calls[0]!.fail()
    expect(held.saver.state).toMatchObject({ status: 'failed', typed: { a: 'Hello', b: 'More' } })
    held.saver.leave()
    expect(sent()[1]).toEqual({ a: 'Hello', b: 'More' })
    await held.calls[1]!.fail()
    expect(held.saver.state).toMatchObject({ status: 'failed', typed: { a: 'Hello', b: 'More' } })
    expect(held.saver.isSettled).toBe(false)
    held.saver.flush()
    await held.calls[2]!.end()
    expect(held.saver.state.status).toBe('saved')
    expect(held.unseen()).toBe(0)
  })

  it('keeps what was left until it is saved', async () => {
    held.saver.type('a', 'Hello', null)
    held.saver.leave()
    await held.calls[0]!.fail()
    expect(held.saver.state).toMatchObject({ status: 'failed', typed: { a: 'Hello' } })
    held.saver.flush()
    await held.calls[1]!.end()
    expect(held.saver.state.status).toBe('saved')
    expect(held.saver.state.typed).toEqual({})
  })

  it('is reported if nobody is watching', async () => {
    held.saver.type('a', 'Hello', null)
    held.saver.flush()
    held.forget()
    await held.calls[0]!.fail()
    expect(held.unseen()).toBe(1)
    expect(held.saver.state.typed).toEqual({ a: 'Hello' })
  })
})

describe('an invalid answer', () => {
  it("waits to be fixed, shows its error on leaving the field, and doesn't block other answers", async () => {
    held.saver.type('a', 'bob@', 'Not an address')
    held.saver.type('b', 'Fine', null)
    held.pause()
    expect(sent()).toEqual([{ b: 'Fine' }])
    expect(held.saver.state.errors).toEqual({})
    await held.calls[0]!.end()
    held.saver.leave()
    expect(held.saver.state).toMatchObject({
      status: 'invalid',
      typed: { a: 'bob@' },
      errors: { a: 'Not an address' },
    })
    held.saver.type('a', 'bob@example.com', null)
    expect(held.saver.state.errors).toEqual({})
    held.pause()
    expect(sent()[1]).toEqual({ a: 'bob@example.com' })
  })
})
