/** The error of every type with options. */
export const optionError = (answer: string, options: readonly string[]) =>
  options.includes(answer) ? null : 'Please choose one of the options'
