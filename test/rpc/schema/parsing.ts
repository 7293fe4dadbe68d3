import * as v from 'valibot'
import { parseParams } from '../../../src/rpc/params.ts'

/** A value as a method would get it for its only parameter. */
export function parse<schema extends v.GenericSchema>(
  schema: schema,
  value: unknown,
): v.InferOutput<schema> {
  return parseParams(v.strictTuple([schema]), [value])[0] as v.InferOutput<schema>
}

/** The code and words with which a method refuses the value; `undefined` when it takes it. */
export function refusal(
  schema: v.GenericSchema,
  value: unknown,
): { code: number; message: string } | undefined {
  try {
    parse(schema, value)
    return undefined
  } catch (error) {
    const { code, message } = error as { code: number; message: string }
    return { code, message }
  }
}

/** -32602 for the first argument, with these words. */
export function invalid(problem: string) {
  return { code: -32602, message: `invalid argument 0: ${problem}` }
}
