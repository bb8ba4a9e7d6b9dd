import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AnswerSaver, type Answers } from './answer-saver.ts'

const DELAY = 800
let calls: {
  answers: Answers
  isLeaving: boolean
  replaced: Answers
  end: () => Promise<void>
  fail: () => Promise<void>
}[]
let unseen: number
let saver: AnswerSaver
let forget: () => void

beforeEach(() => {
  vi.useFakeTimers()
  calls = []
  unseen = 0
  saver = new AnswerSaver({
    delayMs: DELAY,
    onUnseenFailure: () => unseen++,
    save(answers, isLeaving, replaced) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const settle = async (how: () => void) => {
        how()
        await vi.advanceTimersByTimeAsync(0)
      }
      calls.push({
        answers,
        isLeaving,
        replaced,
        end: () => settle(resolve),
        fail: () => settle(() => reject(new Error('No'))),
      })
      return promise
    },
  })
  forget = saver.subscribe(() => {})
})

const pause = () => vi.advanceTimersByTime(DELAY)
const sent = () => calls.map(({ answers }) => answers)

describe('typed answers', () => {
  it('are saved together once the host pauses', async () => {
    saver.type('a', 'He', null)
    vi.advanceTimersByTime(DELAY - 1)
    saver.type('a', 'Hello', null)
    saver.type('b', ['x'], null)
    vi.advanceTimersByTime(DELAY - 1)
    expect(sent()).toEqual([])
    expect(saver.state.status).toBe('waiting')
    pause()
    expect(sent()).toEqual([{ a: 'Hello', b: ['x'] }])
    expect(saver.state.status).toBe('saving')
    await calls[0]!.end()
    expect(saver.state.status).toBe('saved')
    expect(saver.isSettled).toBe(true)
    saver.flush()
    expect(calls).toHaveLength(1)
  })

  it('are sent with what was saved before them', async () => {
    saver.type('a', 'He', null, 'Old')
    saver.type('a', 'Hello', null, 'He')
    pause()
    expect(calls[0]).toMatchObject({ answers: { a: 'Hello' }, replaced: { a: 'Old' } })
    await calls[0]!.fail()
    saver.type('a', 'Hello you', null, 'Old')
    pause()
    expect(calls[1]!.replaced).toEqual({ a: 'Old' })
    await calls[1]!.end()
    saver.type('a', 'Hello all', null, 'Old')
    pause()
    expect(calls[2]!.replaced).toEqual({ a: 'Hello you' })
  })

  it('are saved immediately on leaving the field or the page', () => {
    saver.type('a', 'Hello', null)
    saver.flush(true)
    expect(calls).toMatchObject([{ answers: { a: 'Hello' }, isLeaving: true }])
    pause()
    expect(calls).toHaveLength(1)
  })

  it('wait for the running save and keep their order', async () => {
    saver.type('a', 'One', null)
    saver.type('b', 'Same', null)
    pause()
    saver.type('a', 'Two', null)
    pause()
    saver.flush()
    expect(sent()).toEqual([{ a: 'One', b: 'Same' }])
    await calls[0]!.end()
    expect(sent()).toEqual([{ a: 'One', b: 'Same' }, { a: 'Two' }])
    expect(saver.state.status).toBe('saving')
    await calls[1]!.end()
    expect(saver.state.status).toBe('saved')
  })

  it('are all sent once more if the page closes during a save', async () => {
    saver.type('a', 'One', null)
    pause()
    saver.type('b', 'Two', null)
    // Both of what a browser says of that.
    saver.flush(true)
    saver.flush(true)
    expect(calls).toMatchObject([
      { answers: { a: 'One' }, isLeaving: false },
      { answers: { a: 'One', b: 'Two' }, isLeaving: true },
    ])
    await calls[0]!.fail()
    expect(saver.state.status).toBe('saving')
    await calls[1]!.end()
    expect(saver.state.status).toBe('saved')
    expect(saver.isSettled).toBe(true)
  })

  it('are saved if one of two requests saves them', async () => {
    saver.type('a', 'One', null)
    pause()
    saver.flush(true)
    await calls[0]!.end()
    expect(saver.state.status).toBe('saving')
    await calls[1]!.fail()
    expect(saver.state.status).toBe('saved')
    expect(unseen).toBe(0)
  })

  it('stay as typed until the host leaves the field', async () => {
    saver.type('a', 'Hello ', null)
    pause()
    await calls[0]!.end()
    expect(saver.state.typed).toEqual({ a: 'Hello ' })
    saver.leave()
    expect(saver.state.typed).toEqual({})
    expect(saver.state.status).toBe('saved')
  })

  it('are replaced by the server’s version once the save ends that began on leaving', async () => {
    saver.type('a', 'Hello', null)
    saver.leave()
    expect(saver.state.typed).toEqual({ a: 'Hello' })
    await calls[0]!.end()
    expect(saver.state.status).toBe('saved')
    expect(saver.state.typed).toEqual({})
  })

  it('stay if typed again after leaving, before or after the save ends', async () => {
    saver.type('a', 'One', null)
    saver.type('b', 'Left', null)
    saver.leave()
    saver.type('a', 'Two', null)
    await calls[0]!.end()
    expect(saver.state.typed).toEqual({ a: 'Two' })
    await calls[1]!.end()
    expect(saver.state).toMatchObject({ status: 'saved', typed: { a: 'Two' } })
  })
})

describe('a failed save', () => {
  it('loses nothing and is retried', async () => {
    saver.type('a', 'Hello', null)
    pause()
    saver.type('b', 'More', null)
    await calls[0]!.fail()
    expect(saver.state).toMatchObject({ status: 'failed', typed: { a: 'Hello', b: 'More' } })
    saver.leave()
    expect(sent()[1]).toEqual({ a: 'Hello', b: 'More' })
    await calls[1]!.fail()
    expect(saver.state).toMatchObject({ status: 'failed', typed: { a: 'Hello', b: 'More' } })
    expect(saver.isSettled).toBe(false)
    saver.flush()
    await calls[2]!.end()
    expect(saver.state.status).toBe('saved')
    expect(unseen).toBe(0)
  })

  it('keeps what was left until it is saved', async () => {
    saver.type('a', 'Hello', null)
    saver.leave()
    await calls[0]!.fail()
    expect(saver.state).toMatchObject({ status: 'failed', typed: { a: 'Hello' } })
    saver.flush()
    await calls[1]!.end()
    expect(saver.state.status).toBe('saved')
    expect(saver.state.typed).toEqual({})
  })

  it('is reported if nobody is watching', async () => {
    saver.type('a', 'Hello', null)
    saver.flush()
    forget()
    await calls[0]!.fail()
    expect(unseen).toBe(1)
    expect(saver.state.typed).toEqual({ a: 'Hello' })
  })
})

describe('an invalid answer', () => {
  it("waits to be fixed, shows its error on leaving the field, and doesn't block other answers", async () => {
    saver.type('a', 'bob@', 'Not an address')
    saver.type('b', 'Fine', null)
    pause()
    expect(sent()).toEqual([{ b: 'Fine' }])
    expect(saver.state.errors).toEqual({})
    await calls[0]!.end()
    saver.leave()
    expect(saver.state).toMatchObject({
      status: 'invalid',
      typed: { a: 'bob@' },
      errors: { a: 'Not an address' },
    })
    saver.type('a', 'bob@example.com', null)
    expect(saver.state.errors).toEqual({})
    pause()
    expect(sent()[1]).toEqual({ a: 'bob@example.com' })
  })
})
