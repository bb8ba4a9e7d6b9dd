import type { FieldTypeDescription } from './field-type.ts'

/** A number in any country's spelling and digits, with an optional extension. */
const PHONE = /^(tel:)?[(\s]*\+?[\p{Nd}\p{Pd}\s()./*#,]+([\s;]*(ext(ension)?\.?|x)[\s=]*\p{Nd}+)?$/iu
const MIN_DIGITS = 3

export const phone: FieldTypeDescription = {
  label: 'Phone',
  control: 'tel',
  answerError(answer) {
    const digits = answer.match(/\p{Nd}/gu)?.length ?? 0
    return PHONE.test(answer) && digits >= MIN_DIGITS ? null : 'Please enter a valid phone number'
  },
}
