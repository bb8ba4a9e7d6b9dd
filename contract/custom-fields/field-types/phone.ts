import type { FieldTypeDescription } from './field-type.ts'

// In both, no two repetitions can share characters, so that a long answer is checked in linear time.
const WITH_EXTENSION = /^(?:tel:)?([^a-z;]*)(?:(?:;[\s;]*)?(?:ext(?:ension)?\.?|x)[\s=]*\p{Nd}+)?$/iu
/** In any country's spelling and digits, also with the dashes of Japanese input methods. */
const NUMBER = /^(?:[(（\s]*[+＋])?[\p{Nd}\p{Pd}\s()（）./*#,−ー]+$/u
const MIN_DIGITS = 3

export const phone: FieldTypeDescription = {
  label: 'Phone',
  control: 'tel',
  answerError(answer) {
    const digits = answer.match(/\p{Nd}/gu)?.length ?? 0
    const number = WITH_EXTENSION.exec(answer)?.[1]
    return number !== undefined && NUMBER.test(number) && digits >= MIN_DIGITS
      ? null
      : 'Please enter a valid phone number'
  },
}
