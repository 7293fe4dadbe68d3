import * as v from 'valibot'

/** What is wrong with a value, in geth's words. */
export class Problem {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A schema for a string that `parse` turns into a value, or says what is wrong with it. */
export function parsed<Output>(parse: (text: string) => Output | Problem) {
  return v.pipe(v.string('expected a string'), refined(parse))
}

/** A step after a schema: a value made of the one before, or what is wrong with that. */
export function refined<Input, Output>(parse: (value: Input) => Output | Problem) {
  return v.rawTransform<Input, Output>(({ dataset, addIssue, NEVER }) => {
    const result = parse(dataset.value)
    if (!(result instanceof Problem)) return result
    addIssue({ message: result.text })
    return NEVER
  })
}
