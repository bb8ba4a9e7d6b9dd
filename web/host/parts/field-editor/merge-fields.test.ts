import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FieldDraft, newField } from './field-draft.ts'
import { addField, changeField, type FieldList, moveField, presentFields, removeField } from './field-list.ts'
import { isReordered, isSameField, mergeFields } from './merge-fields.ts'

const make = (id: string, part: Partial<FieldDraft> = {}): FieldDraft => ({
  ...newField(),
  id,
  label: id,
  isNew: false,
  ...part,
})
const base: FieldList = ['a', 'b', 'c', 'd'].map((id) => make(id))
const labels = (fields: FieldList) => presentFields(fields).map(({ label }) => label)

describe('merging changes of the same collection', () => {
  it("keeps both sides' changes of different fields and different properties", () => {
    const mine = changeField(changeField(base, 'a', { label: 'mine' }), 'b', { isRequired: true })
    const theirs = changeField(changeField(base, 'b', { label: 'theirs' }), 'c', { description: 'theirs' })
    const merged = mergeFields(base, mine, theirs)
    expect(labels(merged)).toEqual(['mine', 'theirs', 'c', 'd'])
    expect(merged[1]).toMatchObject({ isRequired: true })
    expect(merged[2]).toMatchObject({ description: 'theirs' })
  })

  it('prefers mine if both changed the same, and keeps options with their type', () => {
    const mine = changeField(base, 'a', { label: 'mine', type: 'radio', options: 'A\nB' })
    const theirs = changeField(base, 'a', { label: 'theirs', options: 'C', type: 'dropdown' })
    expect(mergeFields(base, mine, theirs)[0]).toMatchObject({
      label: 'mine',
      type: 'radio',
      options: 'A\nB',
    })
  })

  it('drops a field they removed unless I changed it, and drops a field I removed', () => {
    const mine = removeField(changeField(base, 'b', { label: 'mine' }), 'd')
    const theirs = changeField(removeField(removeField(base, 'a'), 'b'), 'd', { label: 'theirs' })
    expect(labels(mergeFields(base, mine, theirs))).toEqual(['mine', 'c'])
  })

  it('keeps a field added by either side after the same neighbor', () => {
    const mine = moveField(addField(base, make('mine', { isNew: true })), 4, 1)
    const theirs = moveField(addField(base, make('theirs')), 4, 3)
    expect(labels(mergeFields(base, mine, theirs))).toEqual(['a', 'mine', 'b', 'c', 'theirs', 'd'])
  })

  it('uses the order of the side that changed it, or mine', () => {
    const turned = moveField(base, 0, 3)
    expect(labels(mergeFields(base, base, turned))).toEqual(['b', 'c', 'd', 'a'])
    expect(labels(mergeFields(base, turned, changeField(base, 'c', { label: 'C' })))).toEqual([
      'b',
      'C',
      'd',
      'a',
    ])
    expect(labels(mergeFields(base, turned, moveField(base, 3, 0)))).toEqual(['b', 'c', 'd', 'a'])
  })

  it('treats a field the server no longer has as removed', () => {
    const theirs = base.slice(1)
    expect(labels(mergeFields(base, base, theirs))).toEqual(['b', 'c', 'd'])
  })
})

const edit = fc.oneof(
  fc.record({
    kind: fc.constant('change' as const),
    at: fc.nat(9),
    part: fc.constantFrom('label', 'description', 'options'),
  }),
  fc.record({ kind: fc.constant('require' as const), at: fc.nat(9) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(9) }),
  fc.record({ kind: fc.constant('add' as const) }),
  fc.record({ kind: fc.constant('move' as const), from: fc.nat(9), to: fc.nat(9) }),
)
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never

function edited(fields: FieldList, edits: readonly Edit[], who: string): FieldList {
  let list = fields
  for (const [index, one] of edits.entries()) {
    const id = 'at' in one ? presentFields(list)[one.at]?.id : undefined
    if (one.kind === 'add') list = addField(list, make(`${who}${index}`, { isNew: who === 'mine' }))
    else if (one.kind === 'move') list = moveField(list, one.from, one.to)
    else if (id === undefined) continue
    else if (one.kind === 'remove') list = removeField(list, id)
    else if (one.kind === 'require') list = changeField(list, id, { isRequired: true })
    else list = changeField(list, id, { [one.part]: `${who}${index}` })
  }
  return list
}

const byId = (fields: FieldList) => new Map(fields.map((field) => [field.id, field]))
const parts = ['label', 'description', 'options', 'isRequired'] as const

it('loses nothing that only one side changed, for any changes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 6 }),
      fc.array(edit, { maxLength: 8 }),
      fc.array(edit, { maxLength: 8 }),
      (size, myEdits, theirEdits) => {
        const before = Array.from({ length: size }, (_, index) => make(`f${index}`))
        const mine = edited(before, myEdits, 'mine')
        const theirs = edited(before, theirEdits, 'theirs')
        const merged = mergeFields(before, mine, theirs)
        const [inBefore, inMine, inTheirs, inMerged] = [before, mine, theirs, merged].map(byId)

        expect(inMerged!.size).toBe(merged.length)
        for (const id of new Set([...inMine!.keys(), ...inTheirs!.keys()])) {
          const [old, my, their] = [inBefore!.get(id), inMine!.get(id), inTheirs!.get(id)]
          const now = inMerged!.get(id)!
          if (!old || !my || !their) {
            expect(now).toEqual(my ?? their)
            continue
          }
          for (const part of parts) {
            // My changes are mine; everything else is theirs.
            expect(now[part]).toBe(my[part] === old[part] ? their[part] : my[part])
          }
          const isMineTouched = my.isDeleted || !isSameField(old, my)
          expect(now.isDeleted).toBe(isMineTouched ? my.isDeleted : their.isDeleted)
        }
        const leading = isReordered(before, mine) ? mine : theirs
        expect(isReordered(leading, merged)).toBe(false)
        // Deleted fields last, as everywhere.
        expect(merged.toSorted((a, b) => Number(a.isDeleted) - Number(b.isDeleted))).toEqual(merged)
      },
    ),
    { numRuns: 500 },
  )
})

it('identical changes, or changes of one side, are the result', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
      const mine = edited(base, edits, 'mine')
      expect(labels(mergeFields(base, mine, base))).toEqual(labels(mine))
      expect(labels(mergeFields(base, base, mine))).toEqual(labels(mine))
      expect(labels(mergeFields(base, mine, mine))).toEqual(labels(mine))
    }),
  )
})
