import * as v from 'valibot'

/** What is wrong with a value, in geth's words. */
export class Problem {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * What a schema is given. With all that schemas ask for: to look for a member that is not there takes the
 * engine longer than all the rest, where there are objects of many kinds.
 */
export function datasetOf(value: unknown): v.UnknownDataset {
  return { typed: false, value, issues: undefined }
}

/** A schema for a string that `parse` turns into a value, or says what is wrong with it. */
export function parsed<Output>(parse: (text: string) => Output | Problem) {
  return v.pipe(v.string('expected a string'), refined(parse))
}

/** A step after a schema: a value made of the one before, or what is wrong with that; `config`: for `rulesOf`. */
export function refined<Input, Output>(parse: (value: Input, config: object) => Output | Problem) {
  return v.rawTransform<Input, Output>(({ dataset, config, addIssue, NEVER }) => {
    const result = parse(dataset.value, config)
    if (!(result instanceof Problem)) return result
    addIssue({ message: result.text })
    return NEVER
  })
}

const hexDigits = /^[0-9a-f]*$/i

/** The digits after `0x`, or geth's words for what is wrong. */
export function digitsOf(text: string): string | Problem {
  if (text === '') return new Problem('empty hex string')
  if (!text.startsWith('0x') && !text.startsWith('0X')) {
    return new Problem('hex string without 0x prefix')
  }
  const digits = text.slice(2)
  return hexDigits.test(digits) ? digits : new Problem('invalid hex string')
}
