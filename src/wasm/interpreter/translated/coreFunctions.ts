import type { Import } from './encoder.ts'
import { i32, i64 } from './instructions.ts'

/** What translated code calls of the core; see assembly/forTranslated.ts. */
export const coreFunctions = [
  { name: 'run', signature: { takes: [i32], gives: [i32] } },
  { name: 'compute', signature: { takes: [i32, i32, i32], gives: [] } },
  { name: 'operate', signature: { takes: [i32, i32, i32, i64], gives: [i64] } },
  { name: 'grow', signature: { takes: [i32, i64, i64, i64, i64], gives: [i64] } },
  { name: 'multiply', signature: { takes: [i32, i32, i32], gives: [] } },
  { name: 'divide', signature: { takes: [i32, i32, i32], gives: [] } },
  { name: 'remainder', signature: { takes: [i32, i32, i32], gives: [] } },
  { name: 'addModulo', signature: { takes: [i32, i32, i32, i32], gives: [] } },
  { name: 'multiplyModulo', signature: { takes: [i32, i32, i32, i32], gives: [] } },
] as const satisfies readonly Import[]

export type CoreFunction = (typeof coreFunctions)[number]['name']
